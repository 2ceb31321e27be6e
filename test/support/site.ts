import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { openBrowser } from './browser.ts';
import { startGateway, type RunningGateway } from './process.ts';
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
}

export interface Site {
  /** Where the process of this file listens. */
  url(): string;
  /** The folder it holds. */
  dataDir(): string;
  /** A new page at a path; null: an empty one, to prepare. What it does amiss fails the test. */
  visit(path: string | null, look?: Look): Promise<Visit>;
}

/** A market that ticks on the hour alone: what is on the screen can be held against what was answered. */
const standingStill = { TICK_SECONDS: '3600' };
const hour = 3_600_000;
const room = 180_000;

/** Waits for the next hour where this one ends before the journeys of a file would. */
async function hourWithRoom(): Promise<void> {
  const left = hour - (Date.now() % hour);
  if (left < room) await wait(left);
}

async function copySamples(dataDir: string): Promise<void> {
  await cp(inject('samples'), dataDir, { recursive: true });
}

const pictures = new URL('../../node_modules/.cache/journeys/', import.meta.url).pathname;

/** One process and one browser for the journeys around it. What it begins with is 240 sample users, or what `fill` leaves. */
export function openSite(
  settings: Record<string, string> = standingStill,
  fill: (dataDir: string) => Promise<void> = copySamples,
): Site {
  let gateway: RunningGateway;
  let browser: Browser;
  let folder: string;
  const dataDir = () => join(folder, 'data');
  let open: { context: BrowserContext; visit: Visit }[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portfolio-journey-'));
    await fill(dataDir());
    if (settings === standingStill) await hourWithRoom();
    [gateway, browser] = await Promise.all([
      startGateway({ DATA_DIR: dataDir(), ...settings }),
      openBrowser(),
    ]);
  });
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
    expect(closing.flatMap(({ visit }) => visit.complaints())).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    url: () => gateway.url,
    dataDir,
    async visit(path, { width = 1280, scheme = 'light', hasTouch = false, script } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: width === 360 ? 780 : 900 },
        colorScheme: scheme,
        hasTouch,
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      context.setDefaultTimeout(20_000);
      if (script !== undefined) await context.addInitScript({ content: script });
      const page = await context.newPage();
      const visit: Visit = {
        ...(await watch(page, gateway.url)),
        page,
        async go(to) {
          const response = await page.goto(gateway.url + to);
          expect(response?.status()).toBe(200);
        },
      };
      open.push({ context, visit });
      if (path !== null) await visit.go(path);
      return visit;
    },
  };
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
