import * as z from 'zod/mini';
import type { WalletStatement } from './statement.ts';
import { isoTime } from './time.ts';

/** Fields that a change may name. A newer service may add others. */
export const changedFields = [
  /** An attribute of a user. `of` is its name. */
  'attribute',
  /** Holdings of a user. `of` is the id of their thematic; the values are positions. */
  'holdings',
  'name',
  'description',
  /** Target weights of a thematic. */
  'weights',
  /** Event types of a webhook. The entry’s subject is the address of its endpoint. */
  'events',
  'status',
  /** A replaced secret, without values. */
  'secret',
  'role',
  'expires',
  'address',
  'shared',
  'home',
  'pricesReceived',
  'sampleUsers',
  'pricesChanged',
  /** Number of further changes, in `after`. */
  'more',
] as const;
/** Includes the fields of a statement besides its wallet, positions and date; `of` is then the id of the thematic. */
export type ChangedField = Exclude<
  (typeof changedFields)[number] | keyof WalletStatement,
  'thematics' | 'tokens' | 'at'
>;

/** Kinds of change of a dated entry of holdings or weights. `restored` undoes a correction. */
export const entryChanges = ['new', 'corrected', 'restored', 'withdrawn'] as const;
export type EntryChange = (typeof entryChanges)[number];

/** A changed field. `before` is missing if there was no value, `after` if there is none now. */
export const auditChange = z.looseObject({
  field: z.string(),
  of: z.optional(z.string()),
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  /** Effective date of holdings and weights; missing for a thematic’s first weights. */
  from: z.optional(isoTime),
  entry: z.optional(z.string()),
  /** A value was too long, so it is the start of its text or JSON. */
  isCut: z.optional(z.literal(true)),
});
export type AuditChange = z.infer<typeof auditChange>;

export interface ReportedChange {
  readonly field: ChangedField;
  readonly of?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly from?: string;
  readonly entry?: EntryChange;
}
