import { quartilesOf, type Quartiles } from '#analytics/cohort.ts';
import { recordTimes } from '#analytics/grid.ts';
import type { DirectoryPeriod } from '#contract/directory.ts';
import type { GroupBy } from '#contract/directoryGroupParameters.ts';
import { stepOf, windowOf } from '#contract/historyType.ts';
import { minPeers } from '#contract/peers.ts';
import type { Directory } from './directory.ts';
import { everyone, type DirectoryFilter } from './query.ts';
import { sparkLength } from './valuation.ts';

/** Users that share something with a user, without that user. */
export interface PeersOfUser {
  readonly asOf: number;
  /** Shared values of the attribute, or ids of shared thematics. */
  readonly values: readonly string[];
  /** Users with a value over the whole period, and those without. */
  readonly count: number;
  readonly unknown: number;
  /** Epoch milliseconds of the points. */
  readonly times: Float64Array;
  /** At each point, of values divided by the first one; null with too few users. */
  readonly band: readonly Quartiles[] | null;
}

/** The row of a user, and the instant of the figures; undefined: there is no such user. */
export function* rowOf(
  directory: Directory,
  customId: string,
): Generator<void, { readonly row: number; readonly asOf: number } | undefined> {
  const { rows, asOf } = yield* directory.members({ ...everyone, ids: [customId] });
  return rows[0] === undefined ? undefined : { row: rows[0], asOf };
}

/** Points of the directory's sparkline. Users with coarser prices have their latest record at each. */
function sparkTimes(asOf: number, period: DirectoryPeriod): Float64Array {
  const start = Number.NEGATIVE_INFINITY;
  const records = recordTimes({ asOf, window: windowOf[period], step: stepOf[period], start });
  return Float64Array.from({ length: sparkLength }, (_, point) => {
    const record = Math.floor((point * (records.length - 1)) / (sparkLength - 1));
    return records[record] ?? asOf;
  });
}

export function* peersOf(
  directory: Directory,
  own: number,
  by: GroupBy,
  period: DirectoryPeriod,
): Generator<void, PeersOfUser> {
  const { people } = directory.tables;
  const values = sharedValues(directory, own, by);
  const filter: DirectoryFilter =
    by === 'thematic'
      ? { ...everyone, period, thematics: values }
      : { ...everyone, period, attributes: [{ name: by.slice('attribute.'.length), values }] };
  const { rows, figures, asOf } = yield* directory.members(filter);
  const valuation = directory.tables.valuation();
  const times = sparkTimes(asOf, period);
  const nobody = { asOf, values, count: 0, unknown: 0, times, band: null };
  if (values.length === 0 || valuation === null) return nobody;
  const changes = figures.periods[period].change;
  /** Point by point. */
  const lines = Array.from(times, () => new Float64Array(rows.length));
  let count = 0;
  let unknown = 0;
  for (const [index, rowIndex] of rows.entries()) {
    if (index % 128 === 127) yield;
    // A user may have been removed since.
    if (rowIndex === own || people.present[rowIndex] !== 1) continue;
    const spark = Number.isNaN(changes[rowIndex]) ? null : valuation.spark(rowIndex, period);
    const base = spark?.[0] ?? 0;
    if (spark === null || !(base > 0) || spark.some((total) => total === null)) {
      unknown += 1;
      continue;
    }
    for (const [point, line] of lines.entries()) line[count] = (spark[point] ?? 0) / base;
    count += 1;
  }
  if (count < minPeers) return { ...nobody, count, unknown };
  const band: Quartiles[] = [];
  for (const line of lines) {
    band.push(quartilesOf(line.subarray(0, count)));
    yield;
  }
  return { asOf, values, count, unknown, times, band };
}

/** Returns the user's values of an attribute, or the ids of the thematics they hold. */
export function sharedValues({ tables }: Directory, own: number, by: GroupBy): readonly string[] {
  const { people, holdings } = tables;
  if (by !== 'thematic') return [...people.attributes.textsOf(own, by.slice('attribute.'.length))];
  const names = holdings.thematics.all;
  const held = tables.valuation()?.thematicsOf(own) ?? [];
  return [...new Set(held)].map((number) => names[number] ?? '');
}
