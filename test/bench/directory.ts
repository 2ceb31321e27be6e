import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { Client } from 'undici';
import * as z from 'zod/mini';
import { directoryPage } from '#contract/directory.ts';
import { pathOf } from '#contract/operation.ts';
import { day } from '#contract/historyType.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { getExposure } from '#contract/operations/exposure.ts';
import { formatTime } from '#contract/time.ts';
import { openBrowser } from '#test/support/browser.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { npmRun, type RunningGateway, startGateway } from '#test/support/process.ts';
import { type PageClock, startPageClock } from './directoryClock.ts';
import { benchQueries, percentiles } from './directoryModel.ts';
import { describeEffects, underWatch } from './fire/target.ts';
import { median, type Tell } from './measure.ts';
import { isSmallest, sized } from './size.ts';

const users = sized(100_000, 100);
const cache = join(import.meta.dirname, '../../node_modules/.cache');
const folder = join(cache, `bench-${users}`, 'data');

/** Typed text, key by key; `<` is Backspace. Matches ids, names, attributes and nothing. */
const typed = sized(
  ['northl<<<<<<', 'institutional<<<<<<<<<<<<<', 'u-0421<<<<<<', 'qzx<<<', 'a<'],
  ['a<'],
);
/** Days before now. */
const pastExposures = [
  ['a month ago', 30],
  ['eleven months ago', 334],
  ['thirteen months ago', 400],
  ['two years ago', 730],
] as const;
const ticksMs = sized(35_000, 1000);
const heads = sized(['User', 'Thematics', 'Wallets', 'Total', 'Return, day', 'Created'], ['Total']);
const frames = sized(300, 10);

declare global {
  var pageClock: PageClock;
}

/** Measures the directory of 100,000 users in the real product: over HTTP, and in the browser. */
export async function benchDirectory(tell: Tell): Promise<void> {
  await makeUsers();
  tell(`${users.toLocaleString('en-GB')} users`);
  // Ticking figures would count as changes by a key.
  const still = { TICK_SECONDS: '3600' };
  if (isSmallest) {
    await withGateway(still, async (gateway) => {
      await overHttp(gateway, tell);
      await inBrowser(gateway, tell);
    });
    return;
  }
  await withGateway({}, (gateway) => overHttp(gateway, tell));
  await withGateway(still, (gateway) => inBrowser(gateway, tell));
}

async function withGateway(
  settings: Record<string, string>,
  measure: (gateway: RunningGateway) => Promise<void>,
): Promise<void> {
  const gateway = await startGateway({ DATA_DIR: folder, ...settings });
  try {
    await measure(gateway);
  } finally {
    await gateway.stop();
  }
}

async function overHttp(gateway: RunningGateway, tell: Tell): Promise<void> {
  const client = new Client(gateway.url);
  const read = async (query: string) => {
    const { statusCode, body } = await client.request({ method: 'GET', path: query });
    await body.dump({ limit: 2 ** 30 });
    return statusCode;
  };
  const began = performance.now();
  while ((await read('/x/directory')) === 503) await wait(100);
  tell(
    `read model made in ${((performance.now() - began) / 1000).toFixed(1)} s after the start, while others are answered`,
  );
  const measured = performance.now();
  let waited = 0;
  for (;;) {
    const at = performance.now();
    const { dailyAsOf } = await firstRow(client);
    waited = Math.max(waited, performance.now() - at);
    if (dailyAsOf !== null) break;
    await wait(20);
  }
  tell(
    `  columns by daily steps, computed in ${((performance.now() - measured) / 1000).toFixed(1)} s after that; a request waited ${waited.toFixed(0)} ms at most`,
  );
  for (const what of ['first use of each', 'after that']) {
    const times: number[] = [];
    for (const { q, sort, period, total, share } of benchQueries) {
      const path = pathOf(getDirectory, {
        query: {
          q,
          period,
          sort: `${sort.isDescending ? '-' : ''}${sort.by}`,
          total: total.map(({ from }) => `${from}..`),
          offset: Math.floor(share * 1000),
          limit: 100,
        },
      });
      const at = performance.now();
      const status = await read(path);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      times.push(performance.now() - at);
    }
    tell(`  ${times.length} queries over HTTP, ${what}: ${percentiles(times)}`);
  }
  for (const [what, days] of pastExposures) {
    const asOf = formatTime(Math.floor(Date.now() / 60_000) * 60_000 - days * day);
    const path = pathOf(getExposure, { query: { by: 'token', asOf, limit: 500 } });
    const times: number[] = [];
    for (let run = 0; run < 2; run++) {
      const at = performance.now();
      const status = await read(path);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      times.push(performance.now() - at);
    }
    const [first = NaN, again = NaN] = times;
    tell(`  exposure as of ${what}: ${first.toFixed(0)} ms, again ${again.toFixed(0)} ms`);
  }
  const { url, process: child } = gateway;
  const ticks = { url, pid: child.pid, kill: async () => {} };
  const effects = await underWatch(ticks, async () => {
    for (const until = performance.now() + ticksMs; performance.now() < until;) {
      await read('/x/directory');
      await wait(500);
    }
  });
  tell(
    `  ${ticksMs / 1000} s of ticks, the directory requested twice a second: ${describeEffects(effects)}`,
  );
  await client.close();
}

async function firstRow(client: Client) {
  const path = pathOf(getDirectory, { query: { limit: 1 } });
  const { body } = await client.request({ method: 'GET', path });
  return z.parse(directoryPage, await body.json());
}

async function inBrowser(gateway: RunningGateway, tell: Tell): Promise<void> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`));
    await page.addInitScript(startPageClock);
    while ((await fetch(`${gateway.url}/x/directory`)).status === 503) await wait(100);
    await page.goto(`${gateway.url}/users`);
    await page.waitForFunction(() => globalThis.pageClock.whole() !== null, undefined, {
      timeout: 240_000,
    });
    const loaded = await page.evaluate(() => globalThis.pageClock.loaded());
    await page.waitForTimeout(2000);
    const heap = await heapOf(page);
    const threadTime = await watchThread(page);
    const keys = await searched(page);
    const keysTook = await threadTime();
    const sorts = await sorted(page);
    const sortsTook = await threadTime();
    const scrolled = await page.evaluate((n) => globalThis.pageClock.scroll(n, 108), frames);
    const framesTook = await threadTime();
    const late = scrolled.times.filter((time) => time > 25).length;
    for (const line of [
      `in the browser, ms, median (worst)`,
      `  first row painted after ${loaded.first.toFixed(0)}, count and sums after ${loaded.whole.toFixed(0)}; the page never stood still for longer than ${Math.max(50, loaded.longest).toFixed(0)}`,
      `  key in the search to painted: ${figures(keys)} of ${keys.length} keys`,
      `  head pressed to painted: ${figures(sorts)} of ${sorts.length} sorts`,
      `  frame while scrolling: ${figures(scrolled.times)}, ${late} of ${frames} frames late; rows still coming in ${scrolled.coming} of them`,
      `  of which the page's own thread worked: ${(keysTook / keys.length).toFixed(1)} a key, ${(sortsTook / sorts.length).toFixed(1)} a sort, ${(framesTook / frames).toFixed(1)} a frame`,
      `  JavaScript heap: ${heap} MB after loading, ${await heapOf(page)} MB after all that`,
    ]) {
      tell(line);
    }
  } finally {
    await browser.close();
  }
}

/** Creates the users once, which takes minutes, and stores them. */
async function makeUsers(): Promise<void> {
  if (existsSync(folder)) return;
  const making = `${folder}-being-made`;
  await mkdir(making, { recursive: true });
  if (isSmallest) await makeDataFolder(making);
  const made = await npmRun({ DATA_DIR: making }, 'samples', '--', 'make', String(users));
  if (made.code !== 0) throw new Error(`The users could not be made:\n${made.output}`);
  await rename(making, folder);
}

/** Measures each key alone. The next one follows when the page has been still for a while. */
async function searched(page: Page): Promise<number[]> {
  const times: number[] = [];
  await page.getByLabel('Search users').focus();
  for (const key of typed.join('')) {
    await page.evaluate(() => globalThis.pageClock.begin('keydown'));
    await page.keyboard.press(key === '<' ? 'Backspace' : key);
    const time = await page.evaluate(() => globalThis.pageClock.painted());
    if (time !== null) times.push(time);
  }
  return times;
}

async function sorted(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (const head of heads) {
    const button = page.getByRole('columnheader', { name: head }).getByRole('button').first();
    for (let turn = 0; turn < 2; turn += 1) {
      await page.evaluate(() => globalThis.pageClock.begin('click'));
      await button.click();
      const time = await page.evaluate(() => globalThis.pageClock.painted());
      if (time !== null) times.push(time);
    }
  }
  return times;
}

/** Returns the milliseconds that the page's main thread has worked since the last call, independent of other load. */
async function watchThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  let before = 0;
  const since = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const now = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
    const time = now - before;
    before = now;
    return time;
  };
  await since();
  return since;
}

function figures(times: readonly number[]): string {
  return `${median(times).toFixed(1)} (${Math.max(...times).toFixed(1)})`;
}

async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return (usedSize / 1024 / 1024).toFixed(0);
}
