import { day } from '#contract/historyType.ts';
import type { Directory } from '#directory/directory.ts';
import { inSlices } from '#directory/slices.ts';
import { createMeasure, type DailyFacts } from '#figures/dailyMeasure.ts';
import { levelsOver, type DatedThematic, type LevelBook } from '#figures/levels.ts';
import { UnavailableError, type Queries } from '#platform/database/database.ts';
import type { Log } from '#platform/http/errors.ts';
import { readThematics } from '../portfolio/thematicStore.ts';
import type { Market } from '../prices/market.ts';

const done = Promise.resolve();

interface DailyMeasureOptions {
  readonly queries: Queries;
  readonly market: Market;
  readonly levels: LevelBook;
  readonly log: Log;
}

/** Returns a function that computes a directory's figures by daily steps, if a day has passed or a statement was made. */
export function createDailyMeasure({ queries, market, levels: book, log }: DailyMeasureOptions) {
  let measuring: Promise<void> | null = null;

  const last = () => ({
    asOf: Math.floor(market.asOf() / day) * day,
    state: `${market.kind} ${market.version}`,
  });

  async function measure({ daily }: Directory): Promise<void> {
    while (daily.isDue(last())) {
      const thematics = new Map<string, DatedThematic>(
        (await readThematics(queries)).map((one) => [one.id, one]),
      );
      const { asOf, state } = last();
      const facts: DailyFacts = {
        asOf,
        series: (token, times) => market.series(token, times),
        levels(id, times) {
          const thematic = thematics.get(id);
          const levels = thematic === undefined ? null : book(thematic);
          return levels === null ? null : levelsOver(market, levels, times);
        },
      };
      await inSlices(
        daily.bringUpToDate({ asOf, state, measure: (holdings) => createMeasure(holdings, facts) }),
      );
    }
  }

  /** A failure is logged; the next call tries again. */
  return (directory: Directory): Promise<void> => {
    if (!directory.daily.isDue(last())) return measuring ?? done;
    measuring ??= measure(directory)
      .catch((error: unknown) => {
        // The service is stopping.
        if (error instanceof UnavailableError) return;
        log('The figures by daily steps could not be computed', error);
      })
      .finally(() => {
        measuring = null;
      });
    return measuring;
  };
}
