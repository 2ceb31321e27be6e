import type { Contribution } from '#contract/contribution.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { Constituent, Thematic } from '#contract/thematic.ts';
import type { TokenWithChange } from '#contract/token.ts';

/** A token of a thematic with what is known of it; null what is not. */
export interface ConstituentRow {
  readonly token: Constituent['token'];
  readonly weight: number;
  readonly day: number | null;
  /** Of its price over the period of the chart. */
  readonly change: number | null;
  /** What it added to the level, in points of the index. */
  readonly contribution: number | null;
}

interface Known {
  readonly period: HistoryType;
  /** As far as they are there. */
  readonly tokens: readonly TokenWithChange[] | undefined;
  readonly contribution: Contribution | undefined;
}

/** The tokens by symbol, which is the order of equals. */
export function constituentRows(thematic: Thematic, known: Known): ConstituentRow[] {
  const { period, tokens, contribution } = known;
  const changes = new Map(tokens?.map(({ _id, change }) => [_id, change]));
  const parts = new Map(contribution?.tokens.map((part) => [part.token._id, part]));
  const bySymbol = thematic.tokens.toSorted((a, b) => (a.token.symbol < b.token.symbol ? -1 : 1));
  return bySymbol.map(({ token, weight }) => {
    const part = parts.get(token._id);
    // Over the thematic's own window where that is known: the parts are made from it.
    const change = part === undefined ? changes.get(token._id)?.[period] : part.change;
    return {
      token,
      weight,
      day: changes.get(token._id)?.day ?? null,
      change: change ?? null,
      contribution: pointsOf(contribution, part?.contribution),
    };
  });
}

/** A part of the change of a level, in points of the index: all of them lead from the first level to the last. */
export function pointsOf(
  contribution: Contribution | undefined,
  part: number | null | undefined,
): number | null {
  const first = contribution?.first ?? null;
  return first === null || part == null ? null : part * first;
}
