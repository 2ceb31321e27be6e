/** Return over a month or a year of the UTC calendar. */
export interface CalendarReturn {
  /** `2026-03` or `2026`. */
  readonly period: string;
  /** Null without a known level within the period, or after a total loss. */
  readonly return: number | null;
  /** Return less the benchmark's between the same two records; null if one is unknown. */
  readonly excess: number | null;
  /** The records do not cover the complete month or year: the first, the last, or one beside a gap. */
  readonly isPartial: boolean;
}

/** Levels of a series without flows at ascending times (epoch ms), and of its benchmark at the same times. */
export interface CalendarLevels {
  readonly times: Float64Array;
  /** NaN is unknown. */
  readonly levels: Float64Array;
  readonly benchmark?: Float64Array | undefined;
}

/** Starts of the periods of a calendar, and their names. */
interface Calendar {
  /** Start (epoch ms) of the period that contains an instant, and of the next one. */
  readonly bounds: (at: number) => readonly [start: number, next: number];
  readonly nameLength: number;
}

const months: Calendar = {
  bounds: (at) => {
    const date = new Date(at);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return [Date.UTC(year, month), Date.UTC(year, month + 1)];
  },
  nameLength: 'YYYY-MM'.length,
};

const years: Calendar = {
  bounds: (at) => {
    const year = new Date(at).getUTCFullYear();
    return [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  },
  nameLength: 'YYYY'.length,
};

/**
 * Returns by month: (1 + R_end) ÷ (1 + R_before) − 1, the level at the end of the month over that at the end of the
 * month before. A record at midnight of the first closes the month before. The first and the last month begin and end
 * with the first and last record and are partial unless these are at the bounds; so all months together compound to the
 * return of all records. A month without a known level has no return, and the next one includes it. Source: "monthly
 * and yearly returns" in the metrics of record.
 *
 * @returns each month from the first known record to the last; none for fewer than two.
 */
export const monthlyReturns = (levels: CalendarLevels): readonly CalendarReturn[] =>
  calendarReturns(levels, months);

/** Returns by year, by the same rule: the product of the months. */
export const yearlyReturns = (levels: CalendarLevels): readonly CalendarReturn[] =>
  calendarReturns(levels, years);

function calendarReturns(
  { times, levels, benchmark }: CalendarLevels,
  { bounds, nameLength }: Calendar,
): readonly CalendarReturn[] {
  const known = [...times.keys()].filter((i) => Number.isFinite(levels[i]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || first === last) return [];

  const returns: CalendarReturn[] = [];
  const lastAt = times[last] ?? NaN;
  let before = first;
  let next = 1;
  let [start, end] = bounds(times[first] ?? NaN);
  for (; start < lastAt; [start, end] = bounds(end)) {
    let after = before;
    for (; next < known.length; next++) {
      const record = known[next] ?? last;
      if ((times[record] ?? NaN) > end) break;
      after = record;
    }
    const change = after === before ? null : growth(levels, before, after);
    const relative = benchmark === undefined ? null : growth(benchmark, before, after);
    returns.push({
      period: new Date(start).toISOString().slice(0, nameLength),
      return: change,
      excess: change === null || relative === null ? null : change - relative,
      isPartial: times[before] !== start || times[after] !== end,
    });
    before = after;
  }
  return returns;
}

function growth(levels: Float64Array, from: number, to: number): number | null {
  const base = levels[from] ?? NaN;
  const ratio = (levels[to] ?? NaN) / base - 1;
  return base > 0 && Number.isFinite(ratio) ? ratio + 0 : null;
}
