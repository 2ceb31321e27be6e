import { STATUS_CODES } from 'node:http';
import { isObject } from '#contract/mergePatch.ts';
import { fieldOf } from './findings.ts';

const wordNames = ['message', 'error', 'detail', 'title', 'errors'];
const maxDepth = 4;
const maxParts = 3;
const maxLength = 500;

/**
 * Returns an error of the service as one line of at most 500 characters: `message`, `error`, `detail`, `title` or `errors` of its
 * JSON (also nested), its text if that is not HTML, or its status line. The interface shows no errors. The line may contain a
 * secret, so callers must scrub it before they display it.
 */
export function readError(status: number, statusText: string, text: string): string {
  return (
    line(wordsOf(text)) ??
    line(
      statusText === '' ? `${status} ${STATUS_CODES[status] ?? ''}` : `${status} ${statusText}`,
    ) ??
    String(status)
  );
}

function wordsOf(text: string): string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return /^\s*</.test(text) ? '' : text;
  }
  return wordsIn(json, maxDepth);
}

function wordsIn(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (depth === 0) return '';
  if (Array.isArray(value)) {
    const parts = value.slice(0, maxParts).map((one) => wordsIn(one, depth - 1));
    return parts.filter((part) => part.trim() !== '').join('; ');
  }
  if (!isObject(value)) return '';
  const words = wordNames.map((name) => wordsIn(fieldOf(value, name), depth - 1));
  return words.find((one) => one.trim() !== '') ?? '';
}

/** Removes line breaks and control characters. Returns null for an empty line. */
function line(words: string): string | null {
  const plain = words
    .slice(0, 4 * maxLength)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (plain === '') return null;
  return plain.length > maxLength ? `${plain.slice(0, maxLength).trimEnd()}…` : plain;
}
