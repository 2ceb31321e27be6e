import { kibibyte, mebibyte } from '#contract/bytes.ts';

/** Bounds of one answer of the connected service, checked as it arrives and before any of it is parsed. */
export interface AnswerLimits {
  /** Of the decompressed body. */
  readonly bytes: number;
  /** Nested objects and arrays. */
  readonly levels: number;
  /** Commas and opening brackets. They bound the memory that parsing takes. */
  readonly values: number;
  /** In one object. */
  readonly fields: number;
  readonly valueLength: number;
  /** Characters of one element of the outermost array. */
  readonly rowLength: number;
}

/**
 * A page of `GET /p/users`. 100,000 users with 12 fields and two wallets of three positions each have 8.8 million values. Longer
 * lists need pages.
 */
export const userListLimits = {
  bytes: 160 * mebibyte,
  levels: 64,
  values: 9_000_000,
  fields: 10_000,
  valueLength: 2 * mebibyte,
  rowLength: 2 * mebibyte,
} as const satisfies AnswerLimits;

/** Any other answer except histories. The wallets of a user with 100,000 positions have 700,000 values. */
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

export function limitsOf(operation: string): AnswerLimits {
  if (operation === 'getUsers') return userListLimits;
  return operation.includes('History') ? historyLimits : answerLimits;
}

/** Characters at the start of a success that are cached as text, for the raw view and for changes of one user. */
export const maxTextLength = 2 * mebibyte;

export const maxErrorLength = 64 * kibibyte;
