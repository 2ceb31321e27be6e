import { fold } from '#contract/search.ts';
import type { Token } from '#contract/token.ts';
import { refusedOf } from '../api/errors.ts';
import {
  noNumber,
  numberText,
  type ParsedNumber,
  parseNumber,
} from '../preferences/parseNumber.ts';

/** A line of the editor, as it is typed. */
export interface DraftRow {
  /** Told apart by it while they are moved and taken away. */
  readonly id: number;
  /** A symbol or an id. */
  readonly token: string;
  readonly amount: string;
}

/** A line that can be stated. */
export interface DraftPosition {
  readonly token: string;
  readonly amount: number;
}

/** What is wrong with a line, at its token and at its amount. */
export interface RowFaults {
  readonly token: string | null;
  readonly amount: string | null;
}

export interface ReadRow extends RowFaults {
  readonly id: number;
  /** The token meant, where it is known. */
  readonly known: Token | null;
  readonly position: DraftPosition | null;
  /** The amount as it is stored, where it has not all digits of the one typed. */
  readonly stored: string | null;
}

/** Lines numbered from one on. */
export function draftRowsOf(lines: readonly Omit<DraftRow, 'id'>[]): DraftRow[] {
  return lines.map((line, index) => ({ ...line, id: index + 1 }));
}

/** Positions as lines, their amounts as a person would type them. */
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

/** A line nobody has typed anything into yet; it is left out of what is sent. */
export function isBlank({ token, amount }: DraftRow): boolean {
  return token.trim() === '' && amount.trim() === '';
}

/** Reads the lines in their order, without the blank ones: what each states, or what is wrong with it. */
export function readRows(
  rows: readonly DraftRow[],
  tokens: KnownTokens,
  parse: (typed: string) => ParsedNumber,
): ReadRow[] {
  const seen = new Set<string>();
  return rows
    .filter((row) => !isBlank(row))
    .map(({ id, token, amount }): ReadRow => {
      const found = findToken(tokens, token);
      const { value, fault, stored } = parse(amount);
      const isTwice = found.token !== null && seen.has(found.token._id);
      if (found.token !== null) seen.add(found.token._id);
      const tokenFault = isTwice ? 'This token is already in a line above.' : found.fault;
      return {
        id,
        known: found.token,
        token: tokenFault,
        amount: fault,
        stored,
        position:
          found.token !== null && tokenFault === null && value !== null
            ? { token: found.token._id, amount: value }
            : null,
      };
    });
}

/** What can be stated; null while any line is wrong. */
export function draftPositionsOf(read: readonly ReadRow[]): DraftPosition[] | null {
  const positions = read.flatMap(({ position }) => (position === null ? [] : [position]));
  return positions.length === read.length ? positions : null;
}

/** How one token's amount differs between two statements. */
export interface HoldingChange {
  readonly token: string;
  readonly kind: 'added' | 'changed' | 'removed';
  /** null: not held. */
  readonly before: number | null;
  readonly after: number | null;
}

/** What a statement changes against what is in force then, in the order of the new one, what goes last. */
export function holdingChanges(
  before: readonly DraftPosition[],
  after: readonly DraftPosition[],
): HoldingChange[] {
  const old = new Map(before.map(({ token, amount }) => [token, amount]));
  const kept = new Set(after.map(({ token }) => token));
  const changes = after.flatMap(({ token, amount }): HoldingChange[] => {
    const was = old.get(token) ?? null;
    if (was === amount) return [];
    return [{ token, kind: was === null ? 'added' : 'changed', before: was, after: amount }];
  });
  const gone = before
    .filter(({ token }) => !kept.has(token))
    .map(({ token, amount }): HoldingChange => ({
      token,
      kind: 'removed',
      before: amount,
      after: null,
    }));
  return [...changes, ...gone];
}

export interface LinesOptions {
  /** null until they are edited: then the current ones apply. */
  readonly typed: readonly DraftRow[] | null;
  readonly inForce: readonly DraftPosition[];
  readonly known: KnownTokens;
  readonly locale: string;
  readonly parse: (typed: string, locale: string) => ParsedNumber;
}

/** The lines of an edit, what they state, and what that changes; null while any line is wrong. */
export function readLines({ typed, inForce, known, locale, parse }: LinesOptions) {
  const rows = typed ?? typedRowsOf(inForce, locale);
  const read = readRows(rows, known, (text) => parse(text, locale));
  const positions = draftPositionsOf(read);
  const changes = positions && holdingChanges(inForce, positions);
  return { rows, read, known, inForce, positions, changes };
}

/** The rows with one more, blank, at the end. */
export function withBlank(rows: readonly DraftRow[]): DraftRow[] {
  return [...rows, { id: nextId(rows), token: '', amount: '' }];
}

/** The rows with others after them; a blank one at the end gives way. */
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

/** The tokens a statement can name, found by id and by symbol. */
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

type Found =
  | { readonly token: Token; readonly fault: null }
  | { readonly token: null; readonly fault: string };

/** The token a text means: an id as it is written, or a symbol that only one token has. */
export function findToken({ byId, bySymbol }: KnownTokens, typed: string): Found {
  const text = typed.trim();
  if (text === '') return { token: null, fault: 'Choose a token.' };
  const named = byId.get(text);
  if (named !== undefined) return { token: named, fault: null };
  const [only, ...others] = bySymbol.get(fold(text)) ?? [];
  if (only !== undefined && others.length === 0) return { token: only, fault: null };
  if (only !== undefined) {
    const ids = [only, ...others].map(({ _id }) => _id).join(', ');
    return { token: null, fault: `Several tokens are called ${text}; enter an id: ${ids}.` };
  }
  return { token: null, fault: `There is no token “${text}”.` };
}

/** The tokens that match what is typed, the closest first: the id it is, symbols that begin so, then any that hold it. */
export function matchingTokens({ list }: KnownTokens, typed: string, limit: number): Token[] {
  const wanted = fold(typed.trim());
  if (wanted === '') return list.slice(0, limit);
  const ranked: [rank: number, token: Token][] = [];
  for (const token of list) {
    const symbol = fold(token.symbol);
    const isInside = [symbol, fold(token.name), fold(token._id)].some((text) =>
      text.includes(wanted),
    );
    const rank = symbol === wanted ? 0 : symbol.startsWith(wanted) ? 1 : 2;
    if (isInside) ranked.push([token._id === typed.trim() ? -1 : rank, token]);
  }
  return ranked
    .toSorted(([a], [b]) => a - b)
    .slice(0, limit)
    .map(([, token]) => token);
}

/** What the service refused of a line. */
export interface RefusedRow {
  readonly token?: string;
  readonly amount?: string;
}

/**
 * What the service refused, by the pointers of its refusal, such as `/wallets/0/tokens/3/amount`: of fields whose pointers
 * end in one of `names`; of lines, by their place among those that were sent; and what names neither.
 */
export function refusedFields<Field extends string>(error: Error | null, names: readonly Field[]) {
  const rows = new Map<number, RefusedRow>();
  const fields: Partial<Record<Field, string>> = {};
  const others: string[] = [];
  for (const { pointer, detail } of refusedOf(error)) {
    const text = sentence(detail);
    const [, index, part] = /\/tokens\/(\d+)(?:\/(\w+))?$/.exec(pointer) ?? [];
    const name = names.find((one) => pointer.endsWith(`/${one}`));
    if (index !== undefined) {
      const place = part === 'amount' || part === 'weight' ? 'amount' : 'token';
      rows.set(Number(index), { ...rows.get(Number(index)), [place]: text });
    } else if (name !== undefined) fields[name] = text;
    else others.push(pointer === '' ? text : `${pointer}: ${text}`);
  }
  return { fields, rows, others };
}

function sentence(detail: string): string {
  const text = detail.trim();
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
