import type { IncompleteList } from '#contract/incompleteList.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { JsonObject } from '#contract/mergePatch.ts';
import type { Note, Reason, Shape } from './findingTexts.ts';

export type AnswerPart =
  | 'answer'
  | 'user'
  | 'wallet'
  | 'thematic'
  | 'webhook'
  | 'record'
  | 'position'
  | 'list of tokens'
  | 'list of weights'
  | 'id'
  | 'total'
  | 'time'
  | 'count'
  | 'amount'
  | 'price'
  | 'weight'
  | 'attribute';

/** Parts of an answer that are unreadable for one reason. No value is guessed for them. */
export interface UnreadFinding extends Reason {
  readonly what: AnswerPart;
  readonly count: number;
  readonly of: number;
  /** JSON Pointer of the first one. */
  readonly example: string;
}

export interface Read<Value> {
  readonly value: Value;
  readonly unread: readonly UnreadFinding[];
  readonly shapes: readonly Shape[];
  readonly incomplete: readonly IncompleteList[];
  readonly notes: readonly Note[];
}

/** In all types of this file, null means not known. */
export interface ForeignToken {
  readonly id: string;
  readonly symbol: string | null;
  readonly name: string | null;
  readonly price: number | null;
  /** The service reports no price. This one is the total ÷ the amount of a position. */
  readonly isPriceDerived: boolean;
  /** Epoch milliseconds, as all times here. */
  readonly priceAt: number | null;
}

/** A total as the service reports it, or derived from its parts. */
export interface ForeignTotal {
  readonly total: number | null;
  readonly isTotalDerived: boolean;
  /** The sum of the parts if it differs by more than 0.01 % from the reported total. The dashboard then marks the total. */
  readonly differentTotal: number | null;
}

export interface ForeignPosition extends ForeignTotal {
  readonly token: ForeignToken;
  readonly amount: number | null;
}

export interface ForeignWallet extends ForeignTotal {
  readonly id: string | null;
  /** customId of the wallet's user. */
  readonly user: string | null;
  readonly thematic: { readonly id: string; readonly name: string | null } | null;
  readonly tokens: readonly ForeignPosition[] | null;
  readonly updatedAt: number | null;
}

/** Wallets of a user, with the findings that show whether the list is complete. */
export type ReadWallets = Pick<Read<readonly ForeignWallet[]>, 'value' | 'incomplete'> & {
  readonly unread: readonly { readonly what: string }[];
};

export interface ForeignUser extends ForeignTotal {
  readonly customId: string;
  readonly id: string | null;
  readonly name: string | null;
  /** All fields except ids, times, totals, counts and wallets. Includes `name` and the fields of a `json` text. */
  readonly attributes: JsonObject;
  /** Attributes next to a `json` text. They are sent only if they changed. */
  readonly besideJson: readonly string[];
  /** Fields of a `json` text that attributes next to it hide. They are sent back with every change. */
  readonly shadowedInJson: JsonObject;
  /** Unreadable fields. While there are any, complete attributes cannot be sent. */
  readonly unreadAttributes: readonly string[];
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly walletCount: number | null;
  /** null: the answer does not contain wallets. */
  readonly wallets: readonly ForeignWallet[] | null;
}

/** A token of a thematic. `weight` is a fraction of 1. */
export interface ForeignConstituent {
  readonly token: ForeignToken;
  readonly weight: number | null;
}

export interface ForeignThematic {
  readonly id: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly total: number | null;
  readonly tokens: readonly ForeignConstituent[] | null;
  readonly backfilledUntil: number | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  /** The answer contains only its id, so its details need another request. */
  readonly isBare: boolean;
}

export interface ForeignRecord {
  readonly at: number;
  /** null: a gap. */
  readonly total: number | null;
}

export interface ForeignWebhook {
  readonly id: string | null;
  readonly url: string;
  readonly type: string;
  readonly createdAt: number | null;
  /** Follows our own webhook schema; null for any other format. */
  readonly status: Webhook['status'];
  readonly health: Webhook['health'];
}

/** A full address on the same origin, an address elsewhere that we do not follow, or an unknown address. */
export type Continuation = { readonly address: string } | 'elsewhere' | 'unsaid' | null;

/**
 * Replaces the elements of an answer's outermost array while the answer arrives.
 * @param path the field names around the array.
 * @returns null if the elements stay unchanged.
 */
export type TakeRows = (
  path: readonly string[],
) => ((row: unknown, index: number) => unknown) | null;
