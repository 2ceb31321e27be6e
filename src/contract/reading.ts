import * as z from 'zod/mini';
import { incompleteList } from './incompleteList.ts';

/**
 * How an answer of a connected service was read, which a bare array has no place for: the header `Reading`, JSON as
 * encodeURIComponent writes it. Our own service sends none.
 */
export const readingHeader = 'Reading';

/** What could not be read: `3 of 288 records: no time in them`. `example`: JSON Pointer of the first in the raw answer. */
export const unreadPart = z.looseObject({
  /** One of them: record, wallet, user. */
  what: z.string(),
  why: z.string(),
  count: z.number(),
  of: z.number(),
  example: z.string(),
});
export type UnreadPart = z.infer<typeof unreadPart>;

export const reading = z.looseObject({
  /** Epoch milliseconds at which the service gave what was read. */
  readAt: z.number(),
  /** Why it could not be read again since then, in a sentence; null: it could. */
  stale: z.nullable(z.string()),
  unread: z.array(unreadPart),
  /** Lists that were not read to their end; left out where there are none. */
  incomplete: z.optional(z.array(incompleteList)),
  /** Sentences: “Listed twice: u1 (the last counts).” */
  notes: z.array(z.string()),
  /** The path whose raw answer `GET /x/upstream/raw?path=…` gives; null: there is none. */
  raw: z.nullable(z.string()),
});
export type Reading = z.infer<typeof reading>;

/** nginx takes 4 kB of headers unless it is told otherwise, of which the others of ours need a third. */
const maxLength = 2800;
const maxStaleLength = 200;

/** The header of a reading, of which the last sentences, and where that is not enough the path, are left out until it is short enough. */
export function readingText(it: Reading): string {
  let { notes, unread } = it;
  for (;;) {
    const left = it.notes.length + it.unread.length - notes.length - unread.length;
    const rest = left === 0 ? [] : [`What is to be said beside it is longer: ${left} more.`];
    const text = encoded({ ...it, notes: [...notes, ...rest], unread });
    if (text.length <= maxLength) return text;
    if (notes.length > 0) notes = shorter(notes);
    else if (unread.length > 0) unread = shorter(unread);
    else {
      const { stale: why } = it;
      const stale =
        why !== null && why.length > maxStaleLength ? `${why.slice(0, maxStaleLength)}…` : why;
      return encoded({ ...it, stale, notes: rest, unread, raw: null });
    }
  }
}

const encoded = (it: Reading): string => encodeURIComponent(JSON.stringify(it));

/** Without a fifth of it: of thousands not one after the other is tried. */
const shorter = <One>(list: readonly One[]): One[] =>
  list.slice(0, Math.min(list.length - 1, Math.floor(list.length * 0.8)));

/** The reading of a header; null where there is none, or where it says nothing that can be read. */
export function readingOf(header: string | null): Reading | null {
  if (header === null) return null;
  try {
    const parsed = reading.safeParse(JSON.parse(decodeURIComponent(header)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
