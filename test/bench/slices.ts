import { setTimeout as wait } from 'node:timers/promises';
import type { TestService } from '#test/support/service.ts';
import { sized } from './size.ts';

/**
 * Describes the time of the first request, of one with other prices and of a repeated one, and the longest slice of these, for
 * which other requests wait. CPU is that of this thread.
 */
export async function measured(service: TestService, path: string): Promise<string> {
  const read = async () => {
    const used = process.threadCpuUsage();
    const at = performance.now();
    for (;;) {
      const response = await service.call('GET', path);
      await response.text();
      if (response.status === 200) break;
      if (response.status !== 503) throw new Error(`${path} answered ${response.status}`);
    }
    const took = performance.now() - at;
    const { user, system } = process.threadCpuUsage(used);
    return `${took.toFixed(0)} ms (CPU ${((user + system) / 1000).toFixed(0)} ms)`;
  };
  const watch = watchSlices();
  const first = await read();
  const slices = [watch()];
  await tick(service);
  const again = await read();
  const repeated = await read();
  await tick(service);
  const secondWatch = watchSlices();
  await read();
  slices.push(secondWatch());
  return `first ${first}, after a tick ${again}, repeated ${repeated}; longest slice ${slicesText(slices)}`;
}

interface LongestSlice {
  readonly longest: number;
  readonly longestCpu: number;
}

/** The longest one of all. */
export function slicesText(slices: readonly LongestSlice[]): string {
  const longest = Math.max(...slices.map((one) => one.longest));
  const longestCpu = Math.max(...slices.map((one) => one.longestCpu));
  return `${longest.toFixed(0)} ms (CPU ${longestCpu.toFixed(0)} ms)`;
}

/** After a tick, sums are new, and holdings are in memory. The directory is valued in the background. */
async function tick(service: TestService): Promise<void> {
  const read = async () => (await service.call('GET', '/x/directory?limit=1')).status;
  service.clock.now += 10_000;
  while ((await read()) !== 200);
  await wait(sized(2500, 10));
  // The first request after a pause of the process is slow, whatever it reads.
  await read();
}

/** Watches how long the thread takes between two turns of its event loop. */
export function watchSlices(): () => LongestSlice {
  let [longest, longestCpu, isOn] = [0, 0, true];
  let at = performance.now();
  let used = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(used);
    longest = Math.max(longest, performance.now() - at);
    longestCpu = Math.max(longestCpu, (user + system) / 1000);
    at = performance.now();
    used = process.threadCpuUsage();
    if (isOn) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isOn = false;
    return { longest, longestCpu };
  };
}
