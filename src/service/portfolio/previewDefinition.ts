import { recordTimes } from '#analytics/grid.ts';
import { sameJson } from '#contract/mergePatch.ts';
import type { PreviewedDefinition } from '#contract/rebalance.ts';
import { formatTime } from '#contract/time.ts';
import {
  createLevelBook,
  levelAt,
  levelFigures,
  levelSpan,
  levelsOver,
  tokensAt,
  type DatedThematic,
} from '#figures/levels.ts';
import type { Market } from '../prices/market.ts';
import { firstFrom, storedFrom, type DefinedThematic } from './defineThematic.ts';
import { sinceBeginning, type StoredThematic } from './thematicStore.ts';

/** Maximum points of a line. */
const points = 120;

interface DefinedDefinitions extends DatedThematic {
  /** Start of the new definition, epoch milliseconds; null: unchanged weights, or no level yet. */
  readonly from: number | null;
}

/** Returns the definitions of a thematic as `writeThematic` would leave them. Throws 422 invalid-thematic for a wrong `from`. */
export function withDefinition(
  market: Market,
  before: StoredThematic | undefined,
  defined: DefinedThematic,
): DefinedDefinitions {
  const { id, tokens } = defined;
  if (before === undefined) {
    const from = firstFrom(market, defined);
    const definitions = [{ from, tokens }];
    return { id, definitions, from };
  }
  const from = storedFrom(market, before, defined.from);
  if (sameJson(tokensAt(before, from), tokens)) return { ...before, from: null };
  const others = before.definitions.filter((one) => one.from !== from);
  const definitions = [...others, { from, tokens }].toSorted((a, b) => a.from - b.from);
  return { id, definitions, from };
}

/** Returns levels with a new definition, and of that definition alone over the past year. */
export function previewLevels(
  market: Market,
  before: StoredThematic | undefined,
  after: DefinedDefinitions,
  tokens: DefinedThematic['tokens'],
): Pick<
  PreviewedDefinition,
  'from' | 'levelAtFrom' | 'level' | 'levelBefore' | 'line' | 'pastYear'
> {
  // Not the service's book, whose cached levels would be evicted.
  const book = createLevelBook(market);
  const asOf = market.asOf();
  const figuresOf = (thematic: DatedThematic) => levelFigures(market, book, thematic);
  // A book has one entry for each id.
  const now = before && figuresOf({ ...before, id: `${before.id} before` });
  const levels = book(after);
  const from =
    levels === null || after.from === null ? null : Math.max(after.from, levels.inception);
  const alone = { id: `${after.id} alone`, definitions: [{ from: sinceBeginning, tokens }] };
  const ofYear = book(alone);
  const since = ofYear && recordTimes(levelSpan(market, ofYear, 'year'))[0];
  return {
    from: from === null ? null : formatTime(from),
    levelAtFrom: from === null ? null : levelAt(market, book, after, from),
    level: figuresOf(after).total,
    levelBefore: now?.total ?? null,
    line: lineOf(after, from ?? asOf),
    pastYear: {
      ...lineOf(alone, since ?? asOf),
      change: figuresOf(alone).change.year,
      changeBefore: now?.change.year ?? null,
    },
  };

  /** Levels at even steps from an instant to the as of; none if the instant is the as of. */
  function lineOf(thematic: DatedThematic, from: number): PreviewedDefinition['line'] {
    const levels = book(thematic);
    if (levels === null || from >= asOf) return { dates: [], levels: [] };
    const times = Float64Array.from({ length: points }, (_, i) =>
      Math.round(from + ((asOf - from) * i) / (points - 1)),
    );
    return { dates: Array.from(times, formatTime), levels: [...levelsOver(market, levels, times)] };
  }
}
