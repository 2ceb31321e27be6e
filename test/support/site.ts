import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { openBrowser } from './browser.ts';
import { standingStill, startGateway, type RunningGateway } from './process.ts';
import { watch, type Watch } from './watch.ts';

/** The widths at which the layout differs: navigation, tables, heads. */
export const widths = [1280, 360] as const;

/** How a page is looked at. */
export interface Look {
  readonly width?: (typeof widths)[number];
  readonly scheme?: 'light' | 'dark';
  /** A screen that is touched. */
  readonly hasTouch?: boolean;
  /** Runs in the page before anything of its own. */
  readonly script?: string;
}

/** One page in a profile of its own. */
export interface Visit extends Watch {
  readonly page: Page;
  /** Opens a path as from the address bar; it must be the page, with 200. */
  go(path: string): Promise<void>;
  /** Goes on to a path in the page that is open, as a link of it does: a load takes a processor most of a second. */
  turn(path: string): Promise<void>;
}

export interface Site {
  /** Where its process listens. */
  url(): string;
  /** A new page at a path; null: an empty one, to prepare. What it does amiss fails the test. */
  visit(path: string | null, look?: Look): Promise<Visit>;
}

const hour = 3_600_000;
/** Longer than a journey takes that holds one against the other. */
const room = 30_000;

/** Waits for the next hour where this one ends before a journey would. */
async function hourWithRoom(): Promise<void> {
  const left = hour - (Date.now() % hour);
  if (left < room) await wait(left);
}

let opened: Promise<Browser> | null = null;

/** The browser of this worker, which ends with it; every visit has a profile of its own. */
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

/** The process of all journeys that change nothing, with 240 sample users. */
export function sharedSite(): Site {
  beforeEach(hourWithRoom);
  return { url: sharedUrl, visit: openVisits(sharedUrl, changesBy) };
}

/** A site of its own, and the folder that its process holds. */
export interface OwnSite extends Site {
  dataDir(): string;
}

/** A process for the journeys around it. What it begins with is 240 sample users, or what `fill` leaves. */
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

/** @returns what opens pages of a process, which are closed after each journey. `alsoAmiss` looks at what they did. */
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
    context.setDefaultTimeout(20_000);
    // As on every visit but a browser's first: text keeps its place.
    await context.addInitScript(() => {
      // A page that could not be opened has no storage.
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

/** An entry of the history as the router makes them, and as it hears of them. */
function turnTo(path: string): void {
  const { state } = history;
  history.pushState({ usr: null, key: crypto.randomUUID(), idx: (state?.idx ?? 0) + 1 }, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
}

/** What the screen showed when a journey failed. */
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
