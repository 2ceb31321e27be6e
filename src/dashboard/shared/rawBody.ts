import type { RawAnswer } from './api/rawAnswer.ts';
import { formatBytes } from './format/bytes.ts';
import { hiddenTotal } from './format/writing.ts';
import { indentJson } from './format/json.ts';

/** A body made readable. */
export interface ReadableBody {
  readonly shown: string;
  /** Whether all of it is shown. */
  readonly isWhole: boolean;
  /** What the reader should know of it: cut, empty, or no JSON. */
  readonly note: string | null;
  /** The text as it came, for the clipboard; null where it is too long for one. */
  readonly copied: string | null;
  readonly extension: 'json' | 'txt';
}

/** More characters than anyone reads in a pane; a browser lays them out at once. */
const mostShown = 100_000;
const mostCopied = 5_000_000;

/**
 * The text of an answer: JSON with line breaks, anything else as it came. In privacy mode no number is shown, and what is
 * no JSON not at all: nobody knows where its figures stand.
 */
export function readBody(
  { bytes, headers }: Pick<RawAnswer, 'bytes' | 'headers'>,
  hidesFigures: boolean,
): ReadableBody {
  const isLong = bytes.length > mostCopied;
  // A sequence cut in two at the end of a part is left out, not written as a question mark.
  const text = isLong
    ? new TextDecoder().decode(bytes.subarray(0, 2 * mostShown), { stream: true })
    : new TextDecoder().decode(bytes);
  const fault = isLong ? longFault(headers) : faultOf(text);
  const { text: lines, isWhole } =
    fault === null
      ? indentJson(text, { limit: mostShown, hidden: hidesFigures ? hiddenTotal : null })
      : cut(hidesFigures ? '' : text, mostShown);
  return {
    shown: lines,
    isWhole: isWhole && !isLong,
    note: noteOf({ size: bytes.length, fault, isWhole: isWhole && !isLong, hidesFigures }),
    copied: isLong || hidesFigures || bytes.length === 0 ? null : text,
    extension: fault === null ? 'json' : 'txt',
  };
}

interface Noted {
  readonly size: number;
  readonly fault: string | null;
  readonly isWhole: boolean;
  readonly hidesFigures: boolean;
}

function noteOf({ size, fault, isWhole, hidesFigures }: Noted): string | null {
  if (size === 0) return 'The answer has no body.';
  const cutWords = isWhole ? [] : [`Only the beginning of ${formatBytes(size)} is shown.`];
  // The browser's words quote the text.
  const faultWords = hidesFigures
    ? ['This is no JSON.']
    : [`This is no JSON (${fault}). It is shown as it came.`];
  const hiddenWords = hidesFigures ? ['Privacy mode hides figures, here and in files.'] : [];
  return [...(fault === null ? [] : faultWords), ...cutWords, ...hiddenWords].join(' ') || null;
}

/** Why a text is no JSON, in the browser's words; null where it is. */
function faultOf(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read';
  }
}

/** A body too long to be read is believed what it says it is. */
function longFault(headers: Headers): string | null {
  const type = headers.get('Content-Type') ?? 'of no type';
  return /\bjson\b/i.test(type) ? null : `it says it is ${type}`;
}

function cut(text: string, most: number): { text: string; isWhole: boolean } {
  return { text: text.slice(0, most), isWhole: text.length <= most };
}
