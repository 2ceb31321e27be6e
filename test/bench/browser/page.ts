import { walk } from './columns.ts';
import type { Chart, Columns, Contender } from './contender.ts';
import { echarts } from './echarts.ts';
import { lightweight } from './lightweight.ts';
import { openPane, ours } from './ours.tsx';
import { painted, timeOf } from './painted.ts';
import { uplot } from './uplot.ts';

const contenders = { ours, uplot, echarts, lightweight } satisfies Record<string, Contender>;
type Name = keyof typeof contenders;
const allNames: readonly Name[] = ['ours', 'uplot', 'echarts', 'lightweight'];

/** What the runner asks of the page, by name: `bench`. */
const bench = {
  /** Milliseconds from data in memory to painted, once for each contender in turn, in each round. */
  async first(
    records: number,
    rounds: number,
    names: readonly Name[] = allNames,
  ): Promise<Record<string, number[]>> {
    const columns = walk(records);
    const times: Record<string, number[]> = {};
    for (const name of names) {
      const contender = contenders[name];
      const draw = contender.prepare(columns);
      const own: number[] = [];
      // Once more than is counted: code is warm in a page that shows its second history.
      for (let round = 0; round <= rounds; round += 1) {
        const began = performance.now();
        const chart = await shown(draw);
        if (round > 0) own.push(performance.now() - began);
        chart.remove();
        await rest();
      }
      times[name] = own;
    }
    return times;
  },

  /** Milliseconds of each step of a zoom, and of each step of the pointer, until it is painted. */
  async moving(
    records: number,
    steps: number,
    names: readonly Name[] = allNames,
  ): Promise<Record<string, Moves>> {
    const columns = walk(records);
    const moves: Record<string, Moves> = {};
    for (const name of names) {
      const contender = contenders[name];
      moves[name] = await movesOf(await shown(contender.prepare(columns)), columns, steps);
      await rest();
    }
    return moves;
  },

  /** Milliseconds from the answer to painted, and the longest time the page stood still meanwhile (under 50 ms where none is told). */
  async fetched(): Promise<{ time: number; longest: number }> {
    const blocks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      blocks.push(...list.getEntries().map(({ duration }) => duration));
    });
    observer.observe({ type: 'longtask' });
    const element = stage();
    const chart = openPane(element, null);
    await painted(chart, '');
    const end = performance.now();
    const asked = performance.getEntriesByType('resource').findLast(isHistory);
    const began = asked instanceof PerformanceResourceTiming ? asked.responseStart : NaN;
    await rest();
    observer.disconnect();
    chart.remove();
    performance.clearResourceTimings();
    return { time: end - began, longest: Math.max(0, ...blocks) };
  },
};

export interface Moves {
  readonly zoom: number[];
  readonly hover: number[];
}

async function movesOf(chart: Chart, { times }: Columns, steps: number): Promise<Moves> {
  const first = times[0] ?? NaN;
  const last = times.at(-1) ?? NaN;
  const zoom: number[] = [];
  const hover: number[] = [];
  for (let step = 1; step <= steps; step += 1) {
    // From nearly all to a twentieth, about a middle that moves.
    const length = (last - first) * 0.95 ** (step * (60 / steps));
    const from = first + (last - first - length) * (0.4 + 0.2 * (step / steps));
    zoom.push(await timeOf(chart, () => chart.zoomTo(from, from + length), true));
  }
  chart.zoomTo(first, last);
  await rest();
  for (let step = 1; step <= steps; step += 1) {
    hover.push(await timeOf(chart, () => chart.hoverAt(step / (steps + 1)), false));
  }
  chart.remove();
  return { zoom, hover };
}

async function shown(draw: ReturnType<Contender['prepare']>): Promise<Chart> {
  const chart = await draw(stage());
  await painted(chart, chart.picture() === null ? null : '');
  return chart;
}

function stage(): HTMLElement {
  const element = document.createElement('div');
  document.querySelector('#stage')?.replaceChildren(element);
  return element;
}

/** What is left of the one before does not count for the next. */
function rest(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
}

function isHistory({ name }: PerformanceEntry): boolean {
  return name.endsWith('/p/bench');
}

export type Bench = typeof bench;
Object.assign(globalThis, { bench });
