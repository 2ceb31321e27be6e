import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/** Fields that a change may name. A newer service may add others. */
export const changedFields = [
  /** An attribute of a user; `of` is its name. */
  'attribute',
  /** Holdings of a user; `of` is the id of their thematic, and the values are positions. */
  'holdings',
  'name',
  'description',
  /** Target weights of a thematic. */
  'weights',
  /** Events that a webhook sends. The address of its endpoint is the entry’s subject. */
  'events',
  'status',
  /** A secret was replaced; there are no values. */
  'secret',
  'role',
  'expires',
  'pricesReceived',
  'sampleUsers',
  'pricesChanged',
  /** How many more changes are not listed; `after` is their number. */
  'more',
] as const;
export type ChangedField = (typeof changedFields)[number];

/** Kinds of change of a dated entry of holdings or weights: `restored` undoes a correction. */
export const entryChanges = ['new', 'corrected', 'restored', 'withdrawn'] as const;
export type EntryChange = (typeof entryChanges)[number];

/** One field that a request changed. `before` is left out where there was no value, `after` where there is none now. */
export const auditChange = z.looseObject({
  field: z.string(),
  of: z.optional(z.string()),
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  /** Of holdings and weights: the date from which they are in force; left out for a thematic’s first weights. */
  from: z.optional(isoTime),
  entry: z.optional(z.string()),
  /** A value is too long: it is the beginning of its text, or of its JSON. */
  isCut: z.optional(z.literal(true)),
});
export type AuditChange = z.infer<typeof auditChange>;

/** A change as this service reports it. */
export interface ReportedChange {
  readonly field: ChangedField;
  readonly of?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly from?: string;
  readonly entry?: EntryChange;
}
