import { fold } from '#contract/search.ts';
import {
  directoryColumnNames,
  directoryPeriods,
  type DirectoryColumn,
} from '#contract/directory.ts';
import { createDirectory, type Directory, type DirectoryUser } from '#directory/directory.ts';
import type { PriceSource } from '#directory/prices.ts';
import { inventPerson } from '#service/samples/people.ts';
import { createRandom, type Random } from '#service/samples/random.ts';
import { createSimulatedMarket } from '#service/prices/simulated.ts';
import type { Tell } from './measure.ts';
import { sized } from './size.ts';

const begun = Date.UTC(2026, 5, 17, 14, 23, 40);
const year = 365 * 86_400_000;

/**
 * Runs work in slices and returns the longest one, in milliseconds of time and of the processor. Other requests wait that long.
 */
function run<Result>(work: Generator<void, Result>) {
  let longest = 0;
  let longestCpu = 0;
  for (;;) {
    const at = performance.now();
    const used = process.threadCpuUsage();
    const { done, value } = work.next();
    const { user, system } = process.threadCpuUsage(used);
    longest = Math.max(longest, performance.now() - at);
    longestCpu = Math.max(longestCpu, (user + system) / 1000);
    if (done === true) return { result: value, longest, longestCpu };
  }
}

function someone(random: Random, number: number, tokens: readonly string[]): DirectoryUser {
  const { customId, attributes } = inventPerson(random, number);
  const { name, ...others } = attributes;
  const wallets = Array.from({ length: random.whole(0, 5) }, (_, wallet) => ({
    thematic: `thematic-${(number + wallet) % 12}`,
    statements: Array.from({ length: random.whole(1, 3) }, () => begun - random.next() ** 2 * year)
      .toSorted((a, b) => a - b)
      .map((at) => ({
        at,
        positions: Array.from({ length: random.whole(2, 8) }, (_, index) => ({
          token: tokens[(number + 5 * index) % tokens.length] ?? '',
          amount: random.next() * 1000,
        })),
      })),
  }));
  const heldFrom = Math.min(...wallets.map(({ statements }) => statements[0]?.at ?? Infinity));
  return {
    key: number,
    person: {
      customId: customId.includes(String(number)) ? customId : `${customId}-${number}`,
      name: typeof name === 'string' ? name : null,
      attributes: others,
      createdAt: begun - random.next() * 5 * year,
      sample: true,
    },
    holdings: { heldFrom: Number.isFinite(heldFrom) ? heldFrom : null, wallets },
  };
}

/** Measures the read model of the directory alone, in this process: queries, a tick, memory. */
export async function benchDirectoryModel(tell: Tell): Promise<void> {
  for (const count of sized([100_000, 1_000_000], [200])) bench(count, tell);
}

function fill(count: number) {
  const random = createRandom(7);
  let now = begun;
  const market = createSimulatedMarket({ seed: 1, clock: () => now, tickSeconds: 10 });
  const tokens = market.tokens().map(({ _id }) => _id);
  const source: PriceSource = { ...market, tokenIds: () => tokens };
  const directory = createDirectory();
  for (let number = 0; number < count; number += 500) {
    directory.put(
      Array.from({ length: Math.min(500, count - number) }, (_, index) =>
        someone(random, number + index, tokens),
      ),
    );
  }
  const tick = () => {
    now += 10_000;
  };
  return { directory, source, tick };
}

function bench(count: number, tell: Tell): void {
  const before = process.memoryUsage();
  const building = performance.now();
  const { directory, source, tick } = fill(count);
  run(directory.value(source, false));
  const seconds = (performance.now() - building) / 1000;
  globalThis.gc?.();
  const after = process.memoryUsage();
  const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  tell(`${count} users: made and built in ${seconds.toFixed(1)} s, ${Math.round(grown / 1e6)} MB`);
  queries(directory, 'first use of each', tell);
  queries(directory, 'after that', tell);
  tick();
  const at = performance.now();
  const { longest, longestCpu } = run(directory.value(source, true));
  tell(
    `  a tick: ${Math.round(performance.now() - at)} ms in slices, the longest ${longest.toFixed(1)} ms (CPU ${longestCpu.toFixed(1)} ms)`,
  );
  queries(directory, 'after the tick', tell);
  exposures(directory, tell);
}

const searches = [
  '',
  'a',
  'an',
  'ada',
  'u-0000',
  'country:ch',
  'castellanos',
  'treasury ch',
  'x9',
  'retail',
  'growth leï',
];

const sorts: readonly DirectoryColumn[] = [...directoryColumnNames, 'attribute.country'];

/** Every search with every order, over each period in turn. A third also has a filter. */
export const benchQueries = searches
  .flatMap((q) => sorts.map((by) => ({ q, by })))
  .map(({ q, by }, index) => ({
    q,
    sort: { by, isDescending: index % 2 === 1 },
    period: directoryPeriods[(index + 1) % 4] ?? 'day',
    total: index % 3 === 2 ? [{ from: index + 1, to: null }] : [],
    /** Position of the page in the list, from 0. */
    share: ((index + 1) % 5) / 5,
  }))
  .slice(0, sized(Infinity, 5));

/** Measures the exposure of all users by thematic and by token, and of a search. Other requests wait for the longest slice. */
function exposures(directory: Directory, tell: Tell): void {
  for (const [by, q] of [
    ['thematic', ''],
    ['token', ''],
    ['token', 'country:ch'],
  ] as const) {
    const filter = { q: fold(q), thematics: [], tokens: [], ranges: {}, attributes: [] };
    const at = performance.now();
    const { result, longest, longestCpu } = run(directory.expose(by, { ...filter, period: 'day' }));
    const took = Math.round(performance.now() - at);
    tell(
      `  exposure by ${by}${q === '' ? '' : ` of ${q}`}: ${result.held.length} rows of ${result.users} users, ${took} ms in slices, the longest ${longest.toFixed(1)} ms (CPU ${longestCpu.toFixed(1)} ms)`,
    );
  }
}

function queries(directory: Directory, what: string, tell: Tell): void {
  const times: number[] = [];
  const cpu: number[] = [];
  for (const { q, sort, period, total, share } of benchQueries) {
    const used = process.threadCpuUsage();
    const at = performance.now();
    const { result } = run(
      directory.find({
        q: fold(q),
        thematics: [],
        tokens: [],
        ranges: { total },
        attributes: [],
        period,
        sort,
      }),
    );
    const offset = Math.floor(result.count * share);
    result.rows(offset, offset + 100, true);
    times.push(performance.now() - at);
    const { user, system } = process.threadCpuUsage(used);
    cpu.push((user + system) / 1000);
  }
  tell(`  ${times.length} queries, ${what}: ${percentiles(times)}; CPU ${percentiles(cpu)}`);
}

export function percentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const of = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  return `p50 ${of(0.5)} ms, p95 ${of(0.95)} ms, most ${of(1)} ms`;
}
