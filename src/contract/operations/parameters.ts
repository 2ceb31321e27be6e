import * as z from 'zod/mini';
import { isoTime, parseTime } from '../time.ts';

// Schemas of query parameters. Each parses a text, and its message completes the sentence "limit is "x"; …".

const digits = /^(0|[1-9]\d{0,8})$/;

export function wholeNumber(least: number, largest: number) {
  const message = `it is a whole number from ${least} to ${largest}`;
  return z.pipe(
    z.pipe(z.string().check(z.regex(digits, message)), z.transform(Number)),
    z.int(message).check(z.minimum(least, message), z.maximum(largest, message)),
  );
}

export function oneOf<const Word extends string>(words: readonly Word[]) {
  return z.enum(words, `it must be one of ${words.join(', ')}`);
}

/** An instant in epoch milliseconds. */
export const instant = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => !Number.isNaN(parseTime(text)),
        'it is a time such as 2026-06-17T14:00:00Z',
      ),
    ),
  z.transform(parseTime),
);

/**
 * The as of of an answer, in epoch milliseconds: holdings, prices and definitions of then, names and attributes of today. Default:
 * the present. Operations round it down to a tick and reject the future.
 */
export const asOf = z.optional(
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => z.safeParse(isoTime, text).success,
          'it is a time such as 2026-03-12T14:00:00Z',
        ),
      ),
    z.transform(parseTime),
  ),
);

/** A part of the type `all`: both ends in epoch milliseconds, both included. */
export const betweenInstants = { from: z.optional(instant), to: z.optional(instant) };
