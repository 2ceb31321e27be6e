import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { openBrowser } from './browser.ts';
import { standingStill, startGateway, type RunningGateway } from './process.ts';
import { watch, type Watch } from './watch.ts';

/** Widths with different layouts of navigation, tables and headers. */
export const widths = [1280, 360] as const;

export interface Look {
  readonly width?: (typeof widths)[number];
  readonly scheme?: 'light' | 'dark';
  readonly hasTouch?: boolean;
  /** Runs in the page before its own scripts. */
  readonly script?: string;
}

/** One page in its own browser profile. */
export interface Visit extends Watch {
  readonly page: Page;
  /** Opens a path as from the address bar. It must be the page, with 200. */
  go(path: string): Promise<void>;
  /** Navigates to a path in the open page, as a link does, because a load takes most of a second of processor time. */
  turn(path: string): Promise<void>;
}

export interface Site {
  url(): string;
  /** Opens a page at a path; null: an empty page to prepare. Faults of the page fail the test. */
  visit(path: string | null, look?: Look): Promise<Visit>;
}

const hour = 3_600_000;
/** Longer than a journey takes that compares the screen with earlier answers. */
const room = 30_000;

/** Waits for the next hour if this one would end during a journey. */
async function hourWithRoom(): Promise<void> {
  const left = hour - (Date.now() % hour);
  if (left < room) await wait(left);
}

let opened: Promise<Browser> | null = null;

/** Returns the browser of this worker, which ends with it. Every visit has its own profile. */
export function sharedBrowser(): Promise<Browser> {
  opened ??= openBrowser();
  return opened;
}

async function copySamples(dataDir: string): Promise<void> {
  await cp(inject('samples'), dataDir, { recursive: true });
}

const pictures = new URL('../../node_modules/.cache/journeys/', import.meta.url).pathname;

const sharedUrl = () => inject('shared');

function changesBy({ asked }: Visit): string[] {
  const calls = asked.filter((call) => !/^(GET|HEAD) /.test(call));
  return calls.map((call) => `what all look at was changed: ${call}`);
}

/** Process of all read-only journeys, with 240 sample users. */
export function sharedSite(): Site {
  beforeEach(hourWithRoom);
  return { url: sharedUrl, visit: openVisits(sharedUrl, changesBy) };
}

export interface OwnSite extends Site {
  dataDir(): string;
}

/** Opens a process for the surrounding journeys. It starts with 240 sample users, or with the result of `fill`. */
export function openSite(
  settings: Record<string, string> = standingStill,
  fill: (dataDir: string) => Promise<void> = copySamples,
): OwnSite {
  let gateway: RunningGateway;
  let folder: string;
  const dataDir = () => join(folder, 'data');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portfolio-journey-'));
    await fill(dataDir());
    gateway = await startGateway({ DATA_DIR: dataDir(), ...settings });
  });
  if (settings['TICK_SECONDS'] === standingStill.TICK_SECONDS) beforeEach(hourWithRoom);
  afterAll(async () => {
    await gateway?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const url = () => gateway.url;
  return { url, dataDir, visit: openVisits(url) };
}

/** @returns a function that opens pages of a process and closes them after each journey. `alsoAmiss` reports further faults. */
function openVisits(url: () => string, alsoAmiss: (visit: Visit) => string[] = () => []) {
  let open: { context: BrowserContext; visit: Visit }[] = [];
  afterEach(async ({ task }) => {
    const closing = open;
    open = [];
    if (task.result?.state === 'fail') await takePictures(task.name, closing);
    await Promise.all(
      closing.map(async ({ context, visit }) => {
        if (!visit.page.isClosed()) await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
        await context.close();
      }),
    );
    const amiss = closing.flatMap(({ visit }) => [...visit.complaints(), ...alsoAmiss(visit)]);
    expect(amiss).toEqual([]);
  });

  return async (
    path: string | null,
    { width = 1280, scheme = 'light', hasTouch = false, script }: Look = {},
  ): Promise<Visit> => {
    const browser = await sharedBrowser();
    const context = await browser.newContext({
      viewport: { width, height: width === 360 ? 780 : 900 },
      colorScheme: scheme,
      hasTouch,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(60_000);
    // As on later visits of a browser, when the font is cached and text does not move.
    await context.addInitScript(() => {
      // A page that failed to open has no storage.
      if (globalThis.origin !== 'null') localStorage.setItem('portfolio.font', 'inter');
    });
    if (script !== undefined) await context.addInitScript({ content: script });
    const page = await context.newPage();
    const visit: Visit = {
      ...(await watch(page, url())),
      page,
      async go(to) {
        const response = await page.goto(url() + to);
        expect(response?.status()).toBe(200);
      },
      turn: (to) => page.evaluate(turnTo, to),
    };
    open.push({ context, visit });
    if (path !== null) await visit.go(path);
    return visit;
  };
}

/** Adds a history entry as the router does, and notifies the router. */
function turnTo(path: string): void {
  const { state } = history;
  history.pushState({ usr: null, key: crypto.randomUUID(), idx: (state?.idx ?? 0) + 1 }, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
}

async function takePictures(
  name: string,
  open: readonly { readonly visit: Visit }[],
): Promise<void> {
  await mkdir(pictures, { recursive: true });
  for (const [index, { visit }] of open.entries()) {
    const path = join(pictures, `${name.replaceAll(/\W+/g, '-')}-${index}.png`);
    await visit.page.screenshot({ path }).catch(() => undefined);
  }
}
