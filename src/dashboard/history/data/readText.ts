import { type Blocks, blocksOf } from '#analytics/extremes.ts';
import { jsonOf } from '../../shared/api/json.ts';
import { show } from '../../shared/api/show.ts';
import { type HistoryData, startRecords } from './readRecords.ts';

/** What became of the body of a history: its records, or why it is none, with the text as it came (its beginning, where it is long). */
export type BodyRead =
  | { readonly as: 'history'; readonly data: HistoryData; readonly blocks: Blocks }
  | { readonly as: 'not JSON'; readonly text: string }
  | { readonly as: 'not a list'; readonly fault: string; readonly text: string };

/** Takes the text of a history's body, piece by piece. */
interface TextReader {
  take(piece: Uint8Array): void;
  /** What all pieces together are. */
  finish(): BodyRead;
}

/** As much of an unreadable body as an error keeps. */
const mostKept = 100_000;
/** So much text is parsed at once. */
const part = 512 * 1024;

/**
 * Reads the text of a history's body as it comes. Needs nothing of the page: the same in a worker as beside it.
 *
 * A long list is read in parts, so that neither its text nor its records are ever held as a whole: what stands before a
 * comma is cut off wherever it is, with a bracket put behind it, a list. JSON leaves no doubt about that: were the comma within a
 * record or a text, there would be something left open. Where it is, the text waits for more.
 */
export function startText(): TextReader {
  const decoder = new TextDecoder();
  const records = startRecords();
  let beginning = '';
  let text = '';
  let isCut = false;
  let next = part;

  const cut = () => {
    const end = text.lastIndexOf('},') + 1;
    const list = end === 0 ? undefined : jsonOf(`${isCut ? '[' : ''}${text.slice(0, end)}]`);
    if (Array.isArray(list)) {
      records.add(list);
      text = text.slice(end + 1);
      isCut = true;
    }
    // What could not be cut is tried again when there is twice as much of it.
    next = Math.max(part, 2 * text.length);
  };
  return {
    take: (piece) => {
      const more = decoder.decode(piece, { stream: true });
      beginning += more.slice(0, mostKept - beginning.length);
      text += more;
      if (text.length >= next) cut();
    },
    finish: () => {
      text += decoder.decode();
      const kept = isCut ? beginning : text.slice(0, mostKept);
      const body = jsonOf(isCut ? `[${text}` : text);
      if (Array.isArray(body) && !(isCut && body.length === 0)) {
        records.add(body);
        const data = records.finish();
        // A million are read where this runs, and not where the page is drawn.
        return { as: 'history', data, blocks: blocksOf(data.totals) };
      }
      if (body === undefined || isCut) return { as: 'not JSON', text: kept };
      const fault = `as a whole: expected array, found ${show(body)}`;
      return { as: 'not a list', fault, text: kept };
    },
  };
}
