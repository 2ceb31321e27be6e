import { flawedFigures, flawKinds, type Flaw, type QualityRow } from '#contract/quality.ts';
import type { Token } from '#contract/token.ts';
import { medianStep, missingSteps } from '#analytics/quality.ts';
import type { UserDifference, UserDifferences } from '#directory/differences.ts';
import { tokensAt, type DatedThematic } from './levels.ts';
import { isNotKnown, type FiguresSource, type ReportedHistory } from './source.ts';
import { flawsOfGaps, tokenFlaws } from './tokenFlaws.ts';

/** Flawed series and tokens, worst first. Users are rows on demand, because there may be very many. */
export interface QualityList {
  readonly count: number;
  readonly rows: (from: number, to: number) => QualityRow[];
}

/** Number of users that hold each thematic and each token. */
export interface Holders {
  readonly thematics: ReadonlyMap<string, number>;
  readonly tokens: ReadonlyMap<string, number>;
}

export interface CheckedSeries {
  readonly tokens: readonly Token[];
  /** Flaws of each thematic by id, as far as they are not those of its tokens. */
  readonly thematics: readonly { readonly id: string; readonly name: string | null }[];
  /** Definitions of the thematics, if they are known. */
  readonly definitions: readonly DatedThematic[];
  /** Flaws of reported levels by thematic. */
  readonly reported: ReadonlyMap<string, readonly Flaw[]>;
}

const rankOf = (kind: Flaw['kind']): number => flawKinds.indexOf(kind);
const differenceRank = rankOf('difference');

/** Lists the flawed tokens, thematics and users; yields between slices. */
export function* qualityList(
  { prices }: Pick<FiguresSource, 'prices'>,
  asOf: number,
  checked: CheckedSeries,
  { holders, differences }: { readonly holders: Holders; readonly differences: UserDifferences },
): Generator<void, QualityList> {
  const ofTokens = yield* tokenFlaws(prices, checked.tokens);
  const rows: QualityRow[] = [];
  for (const { _id, name } of checked.tokens) {
    const flaws = ofTokens.get(_id) ?? [];
    if (flaws.length > 0) {
      rows.push(rowOf('token', { id: _id, name, flaws, users: holders.tokens.get(_id) ?? 0 }));
    }
  }
  const definitions = new Map(checked.definitions.map((one) => [one.id, one]));
  for (const { id, name } of checked.thematics) {
    const definition = definitions.get(id);
    const flaws = definition
      ? flawsOfThematic(definition, asOf, ofTokens)
      : (checked.reported.get(id) ?? []);
    if (flaws.length > 0) {
      rows.push(rowOf('thematic', { id, name, flaws, users: holders.thematics.get(id) ?? 0 }));
    }
    yield;
  }
  const sorted = rows.toSorted(compareRows);
  const worse = sorted.filter((row) => worstOf(row) <= differenceRank);
  const better = sorted.slice(worse.length);
  const usersUntil = worse.length + differences.count;
  return {
    count: usersUntil + better.length,
    rows: (from, to) => [
      ...worse.slice(from, to),
      ...differences
        .rows(Math.max(0, from - worse.length), Math.max(0, to - worse.length))
        .map(userRow),
      ...better.slice(Math.max(0, from - usersUntil), Math.max(0, to - usersUntil)),
    ],
  };
}

const worstOf = ({ flaws }: QualityRow): number =>
  Math.min(...flaws.map(({ kind }) => rankOf(kind)));

const sizeOf = ({ flaws: [first] }: QualityRow): number => first?.value ?? 0;

/** By the worst kind of flaw, then by users, then by the size of that flaw. */
function compareRows(a: QualityRow, b: QualityRow): number {
  return (
    worstOf(a) - worstOf(b) || b.users - a.users || sizeOf(b) - sizeOf(a) || (a.id < b.id ? -1 : 1)
  );
}

interface FlawedSeries {
  readonly id: string;
  readonly name: string | null;
  readonly flaws: readonly Flaw[];
  readonly users: number;
}

function rowOf(kind: QualityRow['kind'], row: FlawedSeries): QualityRow {
  const flaws = row.flaws.toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind));
  const figures = [...new Set(flaws.flatMap((one) => [...flawedFigures[one.kind]]))];
  const { id, name, users } = row;
  return { kind, id, name, flaws, users, figures };
}

const userRow = ({ customId, name, size, thematics }: UserDifference): QualityRow =>
  rowOf('user', {
    id: customId,
    name,
    flaws: [{ kind: 'difference', value: size, at: null, parts: [...thematics] }],
    users: 1,
  });

/** The flaws of its current tokens, by kind: the largest value, and the tokens that have it. */
function flawsOfThematic(
  thematic: DatedThematic,
  asOf: number,
  ofTokens: ReadonlyMap<string, readonly Flaw[]>,
): Flaw[] {
  const found = new Map<Flaw['kind'], Flaw>();
  for (const { token } of tokensAt(thematic, asOf)) {
    for (const { kind, value, at } of ofTokens.get(token) ?? []) {
      const before = found.get(kind);
      const isLarger = before === undefined || (value ?? 0) > (before.value ?? 0);
      const parts = [...(before?.parts ?? []), token];
      found.set(kind, isLarger ? { kind, value, at, parts } : { ...before, parts });
    }
  }
  return [...found.values()];
}

/** Returns the flaws of the levels that a connected service reports, over the past year. */
export async function reportedFlaws({
  definitions,
}: FiguresSource): Promise<ReadonlyMap<string, readonly Flaw[]>> {
  if (!isNotKnown(definitions)) return new Map();
  const lines = await definitions.reportedLevels('year');
  return new Map(lines.map((line) => [line.thematicId, flawsOfLevels(line)]));
}

function flawsOfLevels({ times, totals }: ReportedHistory): Flaw[] {
  const isKnown = (i: number) => Number.isFinite(totals[i]);
  if (!totals.some(Number.isFinite)) {
    return [{ kind: 'no-records', value: null, at: null, parts: [] }];
  }
  return flawsOfGaps(missingSteps(times, isKnown, Math.max(medianStep(times) ?? 0, 1)));
}
