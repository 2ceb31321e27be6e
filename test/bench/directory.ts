import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { openBrowser } from '#test/support/browser.ts';
import { npmRun, startGateway } from '#test/support/process.ts';
import { type PageClock, startPageClock } from './directoryClock.ts';
import { median } from './measure.ts';

const users = 100_000;
const cache = join(import.meta.dirname, '../../node_modules/.cache');
const folder = join(cache, `bench-${users}`, 'data');

/** What is typed, key by key; `<` takes a key back. Ids, names, attributes, nobody. */
const typed = ['northl<<<<<<', 'institutional<<<<<<<<<<<<<', 'u-0421<<<<<<', 'qzx<<<', 'a<'];
const heads = ['User', 'Thematics', 'Wallets', 'Total', 'Past day', 'Created'];
const frames = 300;

declare global {
  var pageClock: PageClock;
}

/** The directory of 100,000 users in the browser: served by the real product, read, searched, sorted and scrolled. */
export async function benchDirectory(): Promise<string[]> {
  await makeUsers();
  const gateway = await startGateway({ DATA_DIR: folder });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`));
    await page.addInitScript(startPageClock);
    const workers = await watchWorkers(page);
    await page.goto(`${gateway.url}/users`);
    await page.waitForFunction(() => globalThis.pageClock.whole() !== null, undefined, {
      timeout: 240_000,
    });
    const loaded = await page.evaluate(() => globalThis.pageClock.loaded());
    // What the index does when nothing is asked is done.
    await page.waitForTimeout(2000);
    const heap = await heapOf(page, workers);
    const threadTime = await watchThread(page);
    const keys = await searched(page);
    const keysTook = await threadTime();
    const sorts = await sorted(page);
    const sortsTook = await threadTime();
    const scrolled = await page.evaluate((n) => globalThis.pageClock.scroll(n, 108), frames);
    const framesTook = await threadTime();
    const late = scrolled.times.filter((time) => time > 25).length;
    return [
      `${users.toLocaleString('en-GB')} users, ms, median (worst)`,
      `first row painted after ${loaded.first.toFixed(0)}, all users read after ${loaded.whole.toFixed(0)}; the page never stood still for longer than ${Math.max(50, loaded.longest).toFixed(0)}`,
      `key in the search to painted: ${figures(keys)} of ${keys.length} keys`,
      `head pressed to painted: ${figures(sorts)} of ${sorts.length} sorts`,
      `frame while scrolling: ${figures(scrolled.times)}, ${late} of ${frames} frames late; rows still coming in ${scrolled.coming} of them`,
      `of which the page's own thread worked: ${(keysTook / keys.length).toFixed(1)} a key, ${(sortsTook / sorts.length).toFixed(1)} a sort (each with its lines of the past day), ${(framesTook / frames).toFixed(1)} a frame`,
      `JavaScript heap after loading: page ${heap.page} MB, index ${heap.index} MB`,
    ];
  } finally {
    await browser.close();
    await gateway.stop();
  }
}

/** The users are made once, which takes minutes, and kept. */
async function makeUsers(): Promise<void> {
  if (existsSync(folder)) return;
  const making = `${folder}-being-made`;
  await mkdir(making, { recursive: true });
  const made = await npmRun({ DATA_DIR: making }, 'samples', '--', 'make', String(users));
  if (made.code !== 0) throw new Error(`The users could not be made:\n${made.output}`);
  await rename(making, folder);
}

/** Each key on its own: the next when the page has been still for a while. */
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
    const button = page.getByRole('columnheader', { name: head }).first().getByRole('button');
    for (let turn = 0; turn < 2; turn += 1) {
      await page.evaluate(() => globalThis.pageClock.begin('click'));
      await button.click();
      const time = await page.evaluate(() => globalThis.pageClock.painted());
      if (time !== null) times.push(time);
    }
  }
  return times;
}

/** Gives the time the page's own thread worked since it was last asked, whatever else the machine does: milliseconds. */
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

interface Workers {
  readonly session: CDPSession;
  readonly sessionIds: string[];
}

/** Attaches to the page's workers, whose heaps the page itself does not tell. */
async function watchWorkers(page: Page): Promise<Workers> {
  const session = await page.context().newCDPSession(page);
  const sessionIds: string[] = [];
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') sessionIds.push(sessionId);
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  return { session, sessionIds };
}

async function heapOf(page: Page, { session, sessionIds }: Workers) {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  let index = 0;
  for (const sessionId of sessionIds) {
    await ask(session, sessionId, 'HeapProfiler.collectGarbage');
    index += (await ask(session, sessionId, 'Runtime.getHeapUsage')).usedSize ?? 0;
  }
  return { page: megabytes(usedSize), index: megabytes(index) };
}

function megabytes(bytes: number): string {
  return bytes === 0 ? '?' : (bytes / 1024 / 1024).toFixed(0);
}

let asked = 0;

/** A question to one worker, through the page it belongs to. */
function ask(session: CDPSession, sessionId: string, method: string) {
  asked += 1;
  const id = asked;
  return new Promise<{ usedSize?: number }>((resolve) => {
    const onMessage = (event: { sessionId: string; message: string }) => {
      const answer: { id?: number; result?: { usedSize?: number } } = JSON.parse(event.message);
      if (event.sessionId !== sessionId || answer.id !== id) return;
      session.off('Target.receivedMessageFromTarget', onMessage);
      resolve(answer.result ?? {});
    };
    session.on('Target.receivedMessageFromTarget', onMessage);
    void session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method }),
    });
  });
}
