import { jsonOf } from '../../shared/api/json.ts';
import { show } from '../../shared/api/show.ts';
import { type HistoryData, readRecords } from './readRecords.ts';

/** What became of the body of a history: its records, or why it is none, with the text as it came (its beginning, where it is long). */
export type BodyRead =
  | { readonly as: 'history'; readonly data: HistoryData }
  | { readonly as: 'not JSON'; readonly text: string }
  | { readonly as: 'not a list'; readonly fault: string; readonly text: string };

/** As much of an unreadable body as an error keeps. */
const mostKept = 100_000;

/** Reads the text of a history's body. Needs nothing of the page: the same in a worker as beside it. */
export function readText(text: string): BodyRead {
  const body = jsonOf(text);
  if (Array.isArray(body)) return { as: 'history', data: readRecords(body) };
  const kept = text.slice(0, mostKept);
  if (body === undefined) return { as: 'not JSON', text: kept };
  return {
    as: 'not a list',
    fault: `as a whole: expected array, found ${show(body)}`,
    text: kept,
  };
}
