import type { Constituent } from '#contract/thematic.ts';
import type { Token } from '#contract/token.ts';
import { type DraftPosition, type DraftRow, type KnownTokens, draftRowsOf } from './draft.ts';

export interface FilledPositions {
  readonly positions: readonly DraftPosition[];
  readonly unpriced: readonly Token[];
}

/** @param total in the unit of the prices. The weights of the tokens that have a price share it. */
export function fillByTarget(
  constituents: readonly Constituent[],
  tokens: KnownTokens,
  total: number,
): FilledPositions {
  const priced = constituents.map(({ token, weight }) => ({
    token,
    weight,
    price: tokens.byId.get(token._id)?.price ?? token.price,
  }));
  const fillable = priced.filter(({ price, weight }) => (price ?? 0) > 0 && (weight ?? 0) > 0);
  const weightSum = fillable.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
  return {
    positions: fillable.map(({ token, weight, price }) => ({
      token: token._id,
      // Twelve digits: prices are not more precise.
      amount: Number(((total * (weight ?? NaN)) / weightSum / (price ?? NaN)).toPrecision(12)),
    })),
    unpriced: priced.filter((one) => !fillable.includes(one)).map(({ token }) => token),
  };
}

export interface PastedRows {
  readonly rows: DraftRow[];
  /** Lines without two cells. Line numbers start at 1. */
  readonly faults: readonly { readonly line: number; readonly detail: string }[];
}

/** A token and a number separated by a space, such as `BTC 60 %`. */
const entry = /^(\S+)\s+([\d.][\d.,'’e+-]*)\s*%?$/i;

/** Parses `BTC 60, ETH 40` on one or several lines. Returns null if any part differs. */
function readEntries(text: string): DraftRow[] | null {
  const entries = text.split(/[\r\n;]+|,\s+|,(?=\p{L})/u).filter((part) => part.trim() !== '');
  const matches = entries.map((part) => entry.exec(part.trim()));
  if (matches.length === 0 || matches.includes(null)) return null;
  return draftRowsOf(
    matches.map((match) => ({ token: match?.[1] ?? '', amount: match?.[2] ?? '' })),
  );
}

/**
 * Parses `token,amount` lines or `BTC 60, ETH 40`. Separators are comma, semicolon or tab, and cells may be quoted. Skips a
 * header and empty lines. A faulty amount stays in its line, where the user can correct it.
 */
export function readPasted(text: string): PastedRows {
  const entries = readEntries(text);
  if (entries !== null) return { rows: entries, faults: [] };
  const positions: { token: string; amount: string }[] = [];
  const faults: { line: number; detail: string }[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const separator = separatorOf(lines);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const cells = cellsOf(line, separator);
    const [token = '', amount = ''] = cells;
    if (isHead(token, amount) && positions.length === 0) continue;
    if (token === '' || cells.length < 2 || cells.slice(2).some((cell) => cell !== '')) {
      faults.push({ line: index + 1, detail: 'expected a token and a number' });
    } else positions.push({ token, amount });
  }
  return { rows: draftRowsOf(positions), faults };
}

function isHead(token: string, amount: string): boolean {
  return /^(token|symbol|id|asset|ticker)$/i.test(token) && !/\d/.test(amount);
}

/** Prefers tab, then semicolon: commas may then be part of amounts. */
function separatorOf(lines: readonly string[]): string {
  return ['\t', ';'].find((mark) => lines.some((line) => line.includes(mark))) ?? ',';
}

/** A quoted cell may contain the separator and doubled quotes. */
function cellsOf(line: string, separator: string): string[] {
  const cell = new RegExp(`(?:^|${separator}) *(?:"((?:[^"]|"")*)"|([^${separator}]*))`, 'g');
  return [...line.matchAll(cell)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim(),
  );
}
