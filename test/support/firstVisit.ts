import type { Browser } from 'playwright-core';

/** Costs of one first visit, in milliseconds and counts. */
export interface FirstVisit {
  /** React commits until the page settles, without those of a clock. */
  readonly commits: number;
  /** Sum over all tasks after the first paint of the time beyond 50 ms. */
  readonly blockedMs: number;
  readonly longestTaskMs: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
}

interface Observed {
  readonly commits: number[];
  readonly tasks: { readonly at: number; readonly ms: number }[];
  largestPaint: number;
}

declare global {
  var visitCosts: Observed;
  var __REACT_DEVTOOLS_GLOBAL_HOOK__: object;
}

/** Longer than anything that a page begins by itself takes to show. */
const quietMs = 2000;
const limitMs = 30_000;
const blockingMs = 50;

/** Opens a page as a phone does whose processor is `slowdown` times slower, and waits until nothing changes any more. */
export async function firstVisit(
  browser: Browser,
  address: string,
  { slowdown }: { readonly slowdown: number },
): Promise<FirstVisit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  try {
    await context.addInitScript(observe);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(address);
    await page.waitForFunction(isQuiet, quietMs, { polling: 250, timeout: limitMs });
    const { commits, tasks, largestPaint, painted } = await page.evaluate(() => ({
      ...visitCosts,
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    }));
    const blocking = tasks.filter(({ at, ms }) => at + ms > painted);
    return {
      commits: commits.length,
      blockedMs: blocking.reduce((sum, { ms }) => sum + Math.max(0, ms - blockingMs), 0),
      longestTaskMs: Math.max(0, ...tasks.map(({ ms }) => ms)),
      firstPaintMs: painted,
      largestPaintMs: largestPaint,
    };
  } finally {
    await context.close();
  }
}

/** React reports every commit to the hook of its developer tools, also in production. */
function observe(): void {
  const observed: Observed = { commits: [], tasks: [], largestPaint: 0 };
  globalThis.visitCosts = observed;
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: () => void observed.commits.push(performance.now()),
    onCommitFiberUnmount: () => {},
  };
  // A clock that shows seconds renders each time.
  const { setInterval: start } = globalThis;
  const startOthers = (...[run, ms]: Parameters<typeof start>) =>
    ms === 1000 ? 0 : start(run, ms);
  Object.assign(globalThis, { setInterval: startOthers });
  new PerformanceObserver((list) => {
    for (const { startTime: at, duration: ms } of list.getEntries()) {
      observed.tasks.push({ at, ms });
    }
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    observed.largestPaint = list.getEntries().at(-1)?.startTime ?? 0;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

function isQuiet(forMs: number): boolean {
  const { commits, tasks } = visitCosts;
  const changed = Math.max(commits.at(-1) ?? Infinity, ...tasks.map(({ at, ms }) => at + ms));
  return performance.now() - changed > forMs;
}
