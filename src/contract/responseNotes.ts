import * as z from 'zod/mini';
import { incompleteList } from './incompleteList.ts';

/**
 * Header with notes on the parsing of a connected service's answer: JSON, encoded with encodeURIComponent. A header, because a
 * bare array has no place for notes. The embedded service sends none.
 */
export const responseNotesHeader = 'Response-Notes';

/** Unreadable parts of an answer: `3 of 288 records: no time in them`. `example` is the JSON Pointer of the first one. */
export const unreadPart = z.looseObject({
  /** Kind of the parts: record, wallet, user. */
  what: z.string(),
  why: z.string(),
  count: z.number(),
  of: z.number(),
  example: z.string(),
});
export type UnreadPart = z.infer<typeof unreadPart>;

export const responseNotes = z.looseObject({
  /** Time of the service's answer, in epoch milliseconds. */
  readAt: z.number(),
  /** Why newer data is not available, as a sentence; null if this is the latest. */
  stale: z.nullable(z.string()),
  unread: z.array(unreadPart),
  incomplete: z.optional(z.array(incompleteList)),
  /** Sentences: “Listed twice: u1 (the last counts).” */
  notes: z.array(z.string()),
  /** Path for `GET /x/upstream/raw?path=…`; null if there is no raw answer. */
  raw: z.nullable(z.string()),
});
export type ResponseNotes = z.infer<typeof responseNotes>;

/** nginx accepts 4 kB of headers by default. The other headers take a third of it. */
const maxLength = 2800;
const maxStaleLength = 200;

/** Encodes notes for the header. Drops the last notes, then the path, until the text is short enough. */
export function responseNotesText(it: ResponseNotes): string {
  let { notes, unread } = it;
  for (;;) {
    const left = it.notes.length + it.unread.length - notes.length - unread.length;
    const rest = left === 0 ? [] : [`Notes left out: ${left}.`];
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

const encoded = (it: ResponseNotes): string => encodeURIComponent(JSON.stringify(it));

/** A fifth shorter: dropping one of thousands at a time would take too long. */
const shorter = <One>(list: readonly One[]): One[] =>
  list.slice(0, Math.min(list.length - 1, Math.floor(list.length * 0.8)));

/** Parses the header. Returns null if it is missing or invalid. */
export function parseResponseNotes(header: string | null): ResponseNotes | null {
  if (header === null) return null;
  try {
    const parsed = responseNotes.safeParse(JSON.parse(decodeURIComponent(header)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
