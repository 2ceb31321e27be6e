import type { Context } from 'hono';
import { bytesInWords, mebibyte } from '#contract/bytes.ts';
import { grouped } from '#contract/digits.ts';
import { maxSelectionBytes, selectedUsers } from '#contract/selections.ts';
import {
  bodyBounds,
  checkBody,
  checkJsonType,
  decodedJson,
  parseJson,
  readBytes,
} from '#platform/http/body.ts';
import { excessInWords } from '#platform/http/jsonBounds.ts';
import { problem } from '#platform/http/problem.ts';
import { inSlices } from './slices.ts';

/** In characters: more at once would delay other requests. Also the maximum length of a text. */
const pieceLength = 64 * 1024;
const textsPerPiece = 4096;
/** Bodies up to this size are parsed at once. */
const plainBytes = mebibyte / 4;

/** Reads the ids of a body `{ "ids": [] }`. Large bodies are parsed in slices, and must have no other members. */
export async function readIds(c: Context): Promise<ReadonlySet<string>> {
  checkJsonType(c);
  const bytes = await readBytes(c, maxSelectionBytes);
  if (bytes.byteLength <= plainBytes) {
    return new Set(checkBody(parseJson(bytes), selectedUsers).ids);
  }
  const json = decodedJson(bytes);
  const begin = /^\s*\{\s*"ids"\s*:\s*/.exec(json)?.[0].length ?? 0;
  const list = await inSlices(parseTexts(json, begin));
  if (begin === 0 || list === null || !/^\s*\}\s*$/.test(json.slice(list.end))) {
    throw problem(
      'invalid-body',
      `A body of more than ${bytesInWords(plainBytes)} must be {"ids": […]}, with texts of at most ${grouped(pieceLength)} characters.`,
    );
  }
  return list.texts;
}

/** Parses a JSON list of texts, and returns the different ones and the end of the list. null: it is no such list. */
export function* parseTexts(
  json: string,
  from = 0,
): Generator<void, { readonly texts: ReadonlySet<string>; readonly end: number } | null> {
  const texts = new Set<string>();
  if (json[from] !== '[') return null;
  let at = afterSpace(json, from + 1);
  let begin = at;
  for (let count = 1; ; count += 1) {
    const end = endOfText(json, at);
    if (end === null) return null;
    at = afterSpace(json, end);
    const isLast = json[at] === ']';
    if (!isLast && json[at] !== ',') return null;
    if (count >= bodyBounds.values) {
      throw problem('malformed-json', `The body ${excessInWords('values', bodyBounds)}.`);
    }
    if (isLast || at - begin >= pieceLength) {
      for (const text of parsePiece(json.slice(begin, at))) texts.add(text);
      begin = at + 1;
      yield;
    }
    if (isLast) return { texts, end: at + 1 };
    at = afterSpace(json, at + 1);
  }
}

function parsePiece(piece: string): readonly string[] {
  try {
    return JSON.parse(`[${piece}]`);
  } catch {
    throw problem(
      'malformed-json',
      'The body is not valid JSON: a text has a control character or an unknown escape.',
    );
  }
}

function afterSpace(json: string, from: number): number {
  let at = from;
  while (' \n\r\t'.includes(json[at] ?? '"')) at += 1;
  return at;
}

/** null: no text begins here, or it is too long. */
function endOfText(json: string, begin: number): number | null {
  if (json[begin] !== '"') return null;
  for (let at = begin; ;) {
    at = json.indexOf('"', at + 1);
    if (at < 0 || at - begin > pieceLength) return null;
    let escapes = 0;
    while (json[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
}

/** The JSON list of texts that `JSON.stringify` returns. */
export function* listOfTexts(texts: Iterable<string>): Generator<void, string> {
  const pieces: string[] = [];
  let piece: string[] = [];
  const end = () => {
    if (piece.length > 0) pieces.push(JSON.stringify(piece).slice(1, -1));
    piece = [];
  };
  for (const text of texts) {
    piece.push(text);
    if (piece.length < textsPerPiece) continue;
    end();
    yield;
  }
  end();
  return `[${pieces.join(',')}]`;
}
