import type { IncompleteList } from '#contract/incompleteList.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { JsonObject } from '#contract/mergePatch.ts';
import type { Note, Reason, Shape } from './findingTexts.ts';

/** Parts of an answer that are counted. */
export type Part =
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

/** Parts of an answer that could not be read for one reason. Nothing is guessed in their place. */
export interface Unread extends Reason {
  readonly what: Part;
  readonly count: number;
  /** How many of them the answer holds. */
  readonly of: number;
  /** JSON Pointer of the first one. */
  readonly example: string;
}

/** What was read out of an answer of the other service. */
export interface Read<Value> {
  readonly value: Value;
  readonly unread: readonly Unread[];
  readonly shapes: readonly Shape[];
  /** Lists among it that were not read to their end. */
  readonly incomplete: readonly IncompleteList[];
  readonly notes: readonly Note[];
}

/** A token. null: not known, here and below. */
export interface ForeignToken {
  readonly id: string;
  readonly symbol: string | null;
  readonly name: string | null;
  readonly price: number | null;
  /** The service states no price: this one is the total ÷ the amount of a position. */
  readonly isPriceDerived: boolean;
  /** Epoch milliseconds, as all times here. */
  readonly priceAt: number | null;
}

/** A total: as the service states it, else derived from its parts. */
export interface ForeignTotal {
  readonly total: number | null;
  /** The service states no total: this one is derived. */
  readonly isTotalDerived: boolean;
  /** What the parts give, only where it is more than 0.01 % from the total: the total has the reconciliation mark. */
  readonly differentTotal: number | null;
}

export interface ForeignPosition extends ForeignTotal {
  readonly token: ForeignToken;
  readonly amount: number | null;
}

export interface ForeignWallet extends ForeignTotal {
  readonly id: string | null;
  /** customId of its user. */
  readonly user: string | null;
  readonly thematic: { readonly id: string; readonly name: string | null } | null;
  readonly tokens: readonly ForeignPosition[] | null;
  readonly updatedAt: number | null;
}

/** Wallets of a user, and what says whether they are all. */
export type ReadWallets = Pick<Read<readonly ForeignWallet[]>, 'value' | 'incomplete'> & {
  readonly unread: readonly { readonly what: string }[];
};

export interface ForeignUser extends ForeignTotal {
  readonly customId: string;
  readonly id: string | null;
  readonly name: string | null;
  /** All fields but ids, times, totals, counts and wallets; `name` is among them. What `json` holds as text is among them too. */
  readonly attributes: JsonObject;
  /** Attributes that stand beside such a `json`: what is sent does not hold them unless they are changed. */
  readonly besideJson: readonly string[];
  /** What such a `json` has under their names, which is not shown: it is sent again with every change. */
  readonly shadowedInJson: JsonObject;
  /** Fields that could not be read: all attributes cannot be sent while there are any. */
  readonly unreadAttributes: readonly string[];
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly walletCount: number | null;
  /** null: the answer does not hold them. */
  readonly wallets: readonly ForeignWallet[] | null;
}

/** A token of a thematic; `weight` is a fraction of 1. */
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
  /** The answer holds its id only: its details are to be read. */
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
  /** As our own service states them; null where another one says anything else. */
  readonly status: Webhook['status'];
  readonly health: Webhook['health'];
}

/** Where a list goes on: a full address on the same origin, one elsewhere that is not followed, or it is not said. */
export type Continuation = { readonly address: string } | 'elsewhere' | 'unsaid' | null;

/**
 * Reads the elements of the outermost array of an answer while it arrives: what it returns takes their place.
 * @param path the names of the objects around the array.
 * @returns null where the elements stay as they are.
 */
export type TakeRows = (
  path: readonly string[],
) => ((row: unknown, index: number) => unknown) | null;
