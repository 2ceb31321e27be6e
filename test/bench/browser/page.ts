import { walk } from './columns.ts';
import type { Chart, Columns, Contender } from './contender.ts';
import { echarts } from './echarts.ts';
import { lightweight } from './lightweight.ts';
import { ours } from './ours.tsx';
import { drawn, nextFrame, painted } from './painted.ts';
import { openPane, pane } from './pane.tsx';
import { uplot } from './uplot.ts';

const contenders = { ours, pane, uplot, echarts, lightweight } satisfies Record<string, Contender>;
export type Name = keyof typeof contenders;
/** Milliseconds by contender. */
export type Times = Record<string, number[]>;

/** Functions that the runner calls, by name: `bench`. */
const bench = {
  /** Measures from data in memory to painted, once per contender and round, in turn. */
  async first(records: number, rounds: number, names: readonly Name[]): Promise<Times> {
    const columns = walk(records);
    const ways = names.map((name) => ({ name, contender: contenders[name], own: [0] }));
    // One extra round warms up the code, as in a page that shows its second history.
    for (let round = 0; round <= rounds; round += 1) {
      for (const { contender, own } of ways) {
        // A new copy each time, because a drawn history is cached.
        const draw = contender.prepare(columns);
        await rest();
        const began = performance.now();
        const chart = await shown(draw);
        own[round] = performance.now() - began;
        chart.remove();
      }
    }
    return Object.fromEntries(ways.map(({ name, own }) => [name, own.slice(1)]));
  },

  /** Frame times of a zoom from nearly all to a twentieth, around a moving center. */
  zoom: (records: number, steps: number, names: readonly Name[]) =>
    moving(records, steps, names, (chart, { times }, share) => {
      const first = times[0] ?? NaN;
      const last = times.at(-1) ?? NaN;
      const length = (last - first) * 0.05 ** share;
      const from = first + (last - first - length) * (0.4 + 0.2 * share);
      chart.zoomTo(from, from + length);
    }),

  /** Frame times while the pointer moves from one end to the other. */
  hover: (records: number, steps: number, names: readonly Name[]) =>
    moving(records, steps, names, (chart, _, share) => chart.hoverAt(share)),

  /** Measures from the answer's first byte to painted, and the longest pause of the page meanwhile. */
  async fetched(): Promise<{ time: number; longest: number; task: number }> {
    const still = longestStill();
    const task = longestTask();
    const chart = openPane(stage(), null);
    // Polls less often than every frame, which would occupy one of the processors.
    while (chart.picture() === '') await rest(10);
    await painted(chart, '');
    const end = performance.now();
    const asked = performance.getEntriesByType('resource').findLast(isHistory);
    const began = asked instanceof PerformanceResourceTiming ? asked.responseStart : NaN;
    await rest();
    const longest = still();
    const longTask = task();
    chart.remove();
    performance.clearResourceTimings();
    return { time: end - began, longest, task: longTask };
  },
};

/** Runs a step per frame, each after the previous one is drawn, and returns the frame times. */
async function moving(
  records: number,
  steps: number,
  names: readonly Name[],
  move: (chart: Chart, columns: Columns, share: number) => void,
): Promise<Times> {
  const columns = walk(records);
  const times: Times = {};
  for (const name of names) {
    const chart = await shown(contenders[name].prepare(columns));
    await rest();
    const own: number[] = [];
    await nextFrame();
    for (let step = -warming; step <= steps; step += 1) {
      const before = chart.picture();
      const began = performance.now();
      move(chart, columns, (step + warming + 1) / (steps + warming + 1));
      await drawn(chart, before);
      if (step > 0) own.push(performance.now() - began);
    }
    times[name] = own;
    chart.remove();
    await rest();
  }
  return times;
}
const warming = 10;

async function shown(draw: ReturnType<Contender['prepare']>): Promise<Chart> {
  const chart = await draw(stage());
  await painted(chart, '');
  return chart;
}

function stage(): HTMLElement {
  const element = document.createElement('div');
  document.querySelector('#stage')?.replaceChildren(element);
  return element;
}

/** Pauses, so that leftover work of one round does not count for the next. */
function rest(milliseconds = 200): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Starts a measurement. The returned function returns the longest time without a timer. Browsers wait 4 ms between timers. */
function longestStill(): () => number {
  let longest = 0;
  let last = performance.now();
  let timer: ReturnType<typeof setTimeout>;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    timer = setTimeout(tick, 0);
  };
  tick();
  return () => {
    clearTimeout(timer);
    return longest;
  };
}

/** Starts a measurement. The returned function returns the longest main-thread task. Browsers report tasks over 50 ms; 0: none. */
function longestTask(): () => number {
  let longest = 0;
  const see = (tasks: PerformanceEntryList) => {
    for (const { duration } of tasks) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => see(list.getEntries()));
  observer.observe({ type: 'longtask' });
  return () => {
    see(observer.takeRecords());
    observer.disconnect();
    return longest;
  };
}

function isHistory({ name }: PerformanceEntry): boolean {
  return name.endsWith('/p/bench');
}

export type Bench = typeof bench;
Object.assign(globalThis, { bench });
