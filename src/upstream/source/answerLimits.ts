import { kibibyte, mebibyte } from '#contract/bytes.ts';

/** Bounds of one answer of the connected service, checked as it arrives and before any of it is parsed. */
export interface AnswerLimits {
  /** Of its body, decompressed. */
  readonly bytes: number;
  /** Objects and arrays inside one another. */
  readonly levels: number;
  /** Commas and opening brackets: they bound the memory that parsing takes. */
  readonly values: number;
  /** Of one object. */
  readonly fields: number;
  /** Characters of one text or number. */
  readonly valueLength: number;
  /** Characters of one element of the outermost array. */
  readonly rowLength: number;
}

/**
 * A page of `GET /p/users`. 100,000 users, each with 12 fields and two wallets of three positions, have 8.8 million values.
 * Longer lists have to come in pages.
 */
export const userListLimits = {
  bytes: 160 * mebibyte,
  levels: 64,
  values: 9_000_000,
  fields: 10_000,
  valueLength: 2 * mebibyte,
  rowLength: 2 * mebibyte,
} as const satisfies AnswerLimits;

/** Any other answer but histories. The wallets of a user with 100,000 positions have 700,000 values. */
export const answerLimits = {
  ...userListLimits,
  bytes: 16 * mebibyte,
  values: 1_000_000,
  rowLength: 16 * mebibyte,
} as const satisfies AnswerLimits;

/** A history of five years in steps of five minutes has 1.6 million values, and may be one object with a field for each time. */
export const historyLimits = {
  ...answerLimits,
  bytes: 32 * mebibyte,
  values: 2_000_000,
  fields: 1_000_000,
  rowLength: 32 * mebibyte,
} as const satisfies AnswerLimits;

/** The limits of the answer to an operation, by its name in `operations`. */
export function limitsOf(operation: string): AnswerLimits {
  if (operation === 'getUsers') return userListLimits;
  return operation.includes('History') ? historyLimits : answerLimits;
}

/** Characters at the beginning of a success that stay in memory as text, for the raw view and for changes of one user. */
export const maxTextLength = 2 * mebibyte;

/** Characters of the body of an error that are read. */
export const maxErrorLength = 64 * kibibyte;
