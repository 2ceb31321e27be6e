import { isInEffect, type Statement } from '#contract/statement.ts';
import { type HoldingChange, holdingChanges } from '../holdings/draft.ts';
import type { Format } from '../preferences/format.ts';
import type { Instant } from '../preferences/instants.ts';

export interface Entry {
  readonly statement: Statement;
  /** Compared with the holdings just before its date; null: there were none. */
  readonly changes: readonly HoldingChange[] | null;
}

/**
 * Returns the statements that date from a past instant (epoch ms) or earlier, with the status of then: of each wallet, the latest
 * in effect is the current one. null: the present.
 */
export function statementsBy(
  statements: readonly Statement[],
  asOf: number | null,
): readonly Statement[] {
  if (asOf === null) return statements;
  const past = statements.filter(({ at }) => Date.parse(at) <= asOf);
  const current = new Map<string, Statement>();
  for (const one of past) {
    const latest = current.get(one.thematics);
    const isLater = latest === undefined || Date.parse(one.at) > Date.parse(latest.at);
    if (isInEffect(one) && isLater) current.set(one.thematics, one);
  }
  return past.map((one) => {
    if (!isInEffect(one)) return one;
    return { ...one, status: current.get(one.thematics) === one ? 'current' : 'earlier' };
  });
}

/** Latest date first. For one date, the latest entry first. */
export function entriesOf(statements: readonly Statement[], thematicId: string): Entry[] {
  const own = statements
    .filter(({ thematics }) => thematics === thematicId)
    .map((statement) => ({ statement, at: Date.parse(statement.at) }))
    .toSorted((a, b) => b.at - a.at);
  const entries: Entry[] = [];
  let before: (typeof own)[number] | null = null;
  let sameDate: (typeof own)[number] | null = null;
  for (const one of own.toReversed()) {
    if (sameDate !== null && sameDate.at < one.at) {
      before = sameDate;
      sameDate = null;
    }
    const { tokens } = one.statement;
    const changes: HoldingChange[] | null =
      before === null ? null : holdingChanges(before.statement.tokens, tokens);
    entries.push({ statement: one.statement, changes });
    if (isInEffect(one.statement)) sameDate = one;
  }
  return entries.toReversed();
}

export const fromText = (format: Format) => (at: Instant) => `from ${format.dateTimeSeconds(at)}`;
