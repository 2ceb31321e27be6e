import { fold } from '#contract/search.ts';
import type { Token } from '#contract/token.ts';
import { faultsOf } from '../api/errors.ts';
import {
  noNumber,
  numberText,
  type ParsedNumber,
  parseNumber,
} from '../preferences/parseNumber.ts';

export interface DraftRow {
  readonly id: number;
  readonly token: string;
  readonly amount: string;
}

export interface DraftPosition {
  readonly token: string;
  readonly amount: number;
}

export interface RowFaults {
  readonly token: string | null;
  readonly amount: string | null;
}

export interface ReadRow extends RowFaults {
  readonly id: number;
  readonly known: Token | null;
  readonly position: DraftPosition | null;
  /** The stored amount, if it has fewer digits than the typed one. */
  readonly stored: string | null;
}

export function draftRowsOf(lines: readonly Omit<DraftRow, 'id'>[]): DraftRow[] {
  return lines.map((line, index) => ({ ...line, id: index + 1 }));
}

export function typedRowsOf(positions: readonly DraftPosition[], locale: string): DraftRow[] {
  return draftRowsOf(
    positions.map(({ token, amount }) => ({ token, amount: numberText(amount, locale) })),
  );
}

export function parseAmount(typed: string, locale: string): ParsedNumber {
  if (typed.trim() === '') return noNumber('Enter an amount. 0 is allowed.');
  const parsed = parseNumber(typed, locale);
  return (parsed.value ?? 0) < 0 ? noNumber('An amount cannot be negative.') : parsed;
}

/** Blank lines are not sent. */
export function isBlank({ token, amount }: DraftRow): boolean {
  return token.trim() === '' && amount.trim() === '';
}

export function readRows(
  rows: readonly DraftRow[],
  tokens: KnownTokens,
  parse: (typed: string) => ParsedNumber,
): ReadRow[] {
  const seen = new Set<string>();
  return rows
    .filter((row) => !isBlank(row))
    .map(({ id, token, amount }): ReadRow => {
      const match = findToken(tokens, token);
      const { value, fault, stored } = parse(amount);
      const isTwice = match.token !== null && seen.has(match.token._id);
      if (match.token !== null) seen.add(match.token._id);
      const tokenFault = isTwice ? 'This token is already in a line above.' : match.fault;
      return {
        id,
        known: match.token,
        token: tokenFault,
        amount: fault,
        stored,
        position:
          match.token !== null && tokenFault === null && value !== null
            ? { token: match.token._id, amount: value }
            : null,
      };
    });
}

export function draftPositionsOf(read: readonly ReadRow[]): DraftPosition[] | null {
  const positions = read.flatMap(({ position }) => (position === null ? [] : [position]));
  return positions.length === read.length ? positions : null;
}

export interface HoldingChange {
  readonly token: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly before: number | null;
  readonly after: number | null;
}

export function holdingChanges(
  before: readonly DraftPosition[],
  after: readonly DraftPosition[],
): HoldingChange[] {
  const old = new Map(before.map(({ token, amount }) => [token, amount]));
  const remaining = new Set(after.map(({ token }) => token));
  const changes = after.flatMap(({ token, amount }): HoldingChange[] => {
    const was = old.get(token) ?? null;
    if (was === amount) return [];
    return [{ token, kind: was === null ? 'added' : 'changed', before: was, after: amount }];
  });
  const removed = before
    .filter(({ token }) => !remaining.has(token))
    .map(({ token, amount }): HoldingChange => ({
      token,
      kind: 'removed',
      before: amount,
      after: null,
    }));
  return [...changes, ...removed];
}

export interface LinesOptions {
  /** null until the first edit: the lines are those in effect. */
  readonly typed: readonly DraftRow[] | null;
  readonly inEffect: readonly DraftPosition[];
  readonly known: KnownTokens;
  readonly locale: string;
  readonly parse: (typed: string, locale: string) => ParsedNumber;
}

export function readLines({ typed, inEffect, known, locale, parse }: LinesOptions) {
  const rows = typed ?? typedRowsOf(inEffect, locale);
  const read = readRows(rows, known, (text) => parse(text, locale));
  const positions = draftPositionsOf(read);
  const changes = positions && holdingChanges(inEffect, positions);
  return { rows, read, known, inEffect, positions, changes };
}

export function withBlank(rows: readonly DraftRow[]): DraftRow[] {
  return [...rows, { id: nextId(rows), token: '', amount: '' }];
}

export function withRows(rows: readonly DraftRow[], more: readonly DraftRow[]): DraftRow[] {
  const first = nextId(rows);
  return [
    ...rows.filter((row) => !isBlank(row)),
    ...more.map((row, index) => ({ ...row, id: first + index })),
  ];
}

function nextId(rows: readonly DraftRow[]): number {
  return rows.reduce((largest, { id }) => Math.max(largest, id), 0) + 1;
}

export interface KnownTokens {
  readonly list: readonly Token[];
  readonly byId: ReadonlyMap<string, Token>;
  readonly bySymbol: ReadonlyMap<string, readonly Token[]>;
}

export function knownTokens(tokens: Iterable<Token>): KnownTokens {
  const byId = new Map([...tokens].map((token) => [token._id, token]));
  const list = [...byId.values()];
  return { list, byId, bySymbol: Map.groupBy(list, ({ symbol }) => fold(symbol)) };
}

type TokenMatch =
  | { readonly token: Token; readonly fault: null }
  | { readonly token: null; readonly fault: string };

/** Returns the token with this exact id, or the only token with this symbol. */
export function findToken({ byId, bySymbol }: KnownTokens, typed: string): TokenMatch {
  const text = typed.trim();
  if (text === '') return { token: null, fault: 'Choose a token.' };
  const named = byId.get(text);
  if (named !== undefined) return { token: named, fault: null };
  const [only, ...others] = bySymbol.get(fold(text)) ?? [];
  if (only !== undefined && others.length === 0) return { token: only, fault: null };
  if (only !== undefined) {
    const ids = [only, ...others].map(({ _id }) => _id).join(', ');
    return { token: null, fault: `Several tokens have the symbol ${text}. Enter an id: ${ids}.` };
  }
  return { token: null, fault: `Unknown token “${text}”. Choose one from the list.` };
}

/** Closest first: the exact id, then symbols that begin with the text, then symbols that contain it. */
export function matchingTokens({ list }: KnownTokens, typed: string, limit: number): Token[] {
  const searched = fold(typed.trim());
  if (searched === '') return list.slice(0, limit);
  const ranked: [rank: number, token: Token][] = [];
  for (const token of list) {
    const symbol = fold(token.symbol);
    const isInside = [symbol, fold(token.name), fold(token._id)].some((text) =>
      text.includes(searched),
    );
    const rank = symbol === searched ? 0 : symbol.startsWith(searched) ? 1 : 2;
    if (isInside) ranked.push([token._id === typed.trim() ? -1 : rank, token]);
  }
  return ranked
    .toSorted(([a], [b]) => a - b)
    .slice(0, limit)
    .map(([, token]) => token);
}

export interface RefusedRow {
  readonly token?: string;
  readonly amount?: string;
}

/**
 * Groups a refusal by JSON pointer, such as `/wallets/0/tokens/3/amount`: fields whose pointer ends in one of `names`, lines
 * by their index in the request, and the rest.
 */
export function refusedFields<Field extends string>(error: Error | null, names: readonly Field[]) {
  const rows = new Map<number, RefusedRow>();
  const fields: Partial<Record<Field, string>> = {};
  const others: string[] = [];
  for (const { pointer, detail } of faultsOf(error)) {
    const text = sentence(detail);
    const [, index, part] = /\/tokens\/(\d+)(?:\/(\w+))?$/.exec(pointer) ?? [];
    const name = names.find((one) => pointer.endsWith(`/${one}`));
    if (index !== undefined) {
      const cell = part === 'amount' || part === 'weight' ? 'amount' : 'token';
      rows.set(Number(index), { ...rows.get(Number(index)), [cell]: text });
    } else if (name !== undefined) fields[name] = text;
    else others.push(pointer === '' ? text : `${pointer}: ${text}`);
  }
  return { fields, rows, others };
}

function sentence(detail: string): string {
  const text = detail.trim();
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
