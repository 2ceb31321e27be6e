import { useEffect, useReducer } from 'react';
import type { DirectoryEntry } from './directoryEntry.ts';
import type { Arranged, InSight } from './directoryPort.ts';
import type { Question } from './index/question.ts';
import { theIndex } from './theIndex.ts';

/** An arrangement as it is shown. */
export interface Shown extends Arranged {
  readonly reading: number;
  readonly question: Question;
  /** How many users there are. */
  readonly of: number;
}

/** So many rows before and after those in sight are asked for with them. */
const margin = 60;
/** So many users are kept of an arrangement; further ones are asked for again. */
const most = 4_000;

/** The users of each arrangement that were asked for. It lives as long as the arrangement does. */
const kept = new WeakMap<Shown, Map<number, DirectoryEntry>>();

function entriesOf(shown: Shown): Map<number, DirectoryEntry> {
  const known = kept.get(shown);
  if (known !== undefined) return known;
  const made = new Map(shown.first);
  kept.set(shown, made);
  return made;
}

/** Gives the user of a row, undefined until the index has told; asks for the rows in sight and some around. */
export function useEntries(shown: Shown, { first, last }: InSight) {
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  useEffect(() => {
    const entries = entriesOf(shown);
    if (isKnown(shown, first, last)) return undefined;
    let isLeft = false;
    const places = shown.places.slice(Math.max(0, first - margin), last + 1 + margin);
    const asked = places.filter((place) => !entries.has(place));
    const { reading, question } = shown;
    void theIndex()
      .then((index) => index.entries(reading, asked, question.criteria.text))
      .then((told) => {
        for (const [place, entry] of told) entries.set(place, entry);
        for (const place of entries.keys()) {
          if (entries.size <= most) break;
          entries.delete(place);
        }
        if (!isLeft && told.size > 0) redraw();
      });
    return () => {
      isLeft = true;
    };
  }, [shown, first, last]);
  const entries = entriesOf(shown);
  return (row: number): DirectoryEntry | undefined => entries.get(shown.places[row] ?? -1);
}

/** Whether the rows in sight, and half of those around them, are there. */
function isKnown(shown: Shown, first: number, last: number): boolean {
  const entries = entriesOf(shown);
  const from = Math.max(0, first - margin / 2);
  const to = Math.min(shown.places.length, last + 1 + margin / 2);
  for (let row = from; row < to; row += 1) {
    if (!entries.has(shown.places[row] ?? -1)) return false;
  }
  return true;
}

/** So many users are asked for at once when all are. */
const batch = 5_000;

/**
 * All users now shown, in their order: what an export writes. Read from the index part by part; ends early where the
 * reading was replaced meanwhile.
 */
export async function* rowsShown(shown: Shown): AsyncGenerator<DirectoryEntry> {
  const index = await theIndex();
  for (let from = 0; from < shown.places.length; from += batch) {
    const places = shown.places.slice(from, from + batch);
    const told = await index.entries(shown.reading, places, '');
    for (const place of places) {
      const entry = told.get(place);
      if (entry === undefined) throw new Error('The users were read anew meanwhile.');
      yield entry;
    }
  }
}
