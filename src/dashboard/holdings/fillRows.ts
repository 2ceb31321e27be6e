import type { Constituent } from '#contract/thematic.ts';
import type { Token } from '#contract/token.ts';
import { type DraftPosition, type DraftRow, type KnownTokens, draftRowsOf } from './draft.ts';

/** Amounts that give each token its target weight of a total, at the prices of now. */
export interface Filled {
  readonly positions: readonly DraftPosition[];
  /** Tokens that have no price to be bought at. */
  readonly unpriced: readonly Token[];
}

/** @param total in the unit of the prices. The weights of the tokens that have a price share it. */
export function fillByTarget(
  constituents: readonly Constituent[],
  tokens: KnownTokens,
  total: number,
): Filled {
  const priced = constituents.map(({ token, weight }) => ({
    token,
    weight,
    price: tokens.byId.get(token._id)?.price ?? token.price,
  }));
  const bought = priced.filter(({ price, weight }) => (price ?? 0) > 0 && (weight ?? 0) > 0);
  const whole = bought.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
  return {
    positions: bought.map(({ token, weight, price }) => ({
      token: token._id,
      // Twelve digits: more would pretend that prices are that exact.
      amount: Number(((total * (weight ?? NaN)) / whole / (price ?? NaN)).toPrecision(12)),
    })),
    unpriced: priced.filter((one) => !bought.includes(one)).map(({ token }) => token),
  };
}

/** What was pasted, read as lines of token and amount. */
export interface Pasted {
  readonly rows: DraftRow[];
  /** Lines that are no two cells: their number from one on, and what is wrong. */
  readonly faults: readonly { readonly line: number; readonly detail: string }[];
}

/** A token and a number with a blank between them, as people write them: `BTC 60 %`. */
const entry = /^(\S+)\s+([\d.][\d.,'’e+-]*)\s*%?$/i;

/** `BTC 60, ETH 40` in one line or several; null where that is not all there is. */
function readEntries(text: string): DraftRow[] | null {
  const entries = text.split(/[\r\n;]+|,\s+|,(?=\p{L})/u).filter((part) => part.trim() !== '');
  const matches = entries.map((part) => entry.exec(part.trim()));
  if (matches.length === 0 || matches.includes(null)) return null;
  return draftRowsOf(
    matches.map((match) => ({ token: match?.[1] ?? '', amount: match?.[2] ?? '' })),
  );
}

/**
 * Reads `token,amount` lines: separated by comma, semicolon or tab, cells in quotes or not; a head line and empty lines are
 * passed over. Or `BTC 60, ETH 40`. A faulty amount comes in as it is: its line says what is wrong, where it can be mended.
 */
export function readPasted(text: string): Pasted {
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
      faults.push({ line: index + 1, detail: 'a token and an amount are expected' });
    } else positions.push({ token, amount });
  }
  return { rows: draftRowsOf(positions), faults };
}

function isHead(token: string, amount: string): boolean {
  return /^(token|symbol|id|asset|ticker)$/i.test(token) && !/\d/.test(amount);
}

/** Tab where there is one, then semicolon: then commas stand in amounts. */
function separatorOf(lines: readonly string[]): string {
  return ['\t', ';'].find((mark) => lines.some((line) => line.includes(mark))) ?? ',';
}

/** The cells of one line; a quoted cell may hold the separator, and quotes twice. */
function cellsOf(line: string, separator: string): string[] {
  const cell = new RegExp(`(?:^|${separator}) *(?:"((?:[^"]|"")*)"|([^${separator}]*))`, 'g');
  return [...line.matchAll(cell)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim(),
  );
}
