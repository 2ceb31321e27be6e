import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from '#test/support/browser.ts';
import { firstVisit, type FirstVisit } from '#test/support/firstVisit.ts';
import { standingStill } from '#test/support/process.ts';
import { contenders } from './beside.ts';
import { firstPages } from './firstPages.ts';
import { median, type Tell } from './measure.ts';
import { sized } from './size.ts';
import { startMeasured } from './startMeasured.ts';

const rounds = sized(5, 1);
const slowdown = sized(4, 1);

/** Opens four pages for the first time, on a phone whose processor is four times slower; the network is not slowed. */
export async function benchFirstVisit(tell: Tell): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-first-visit-'));
  const running = [];
  const browser = await openBrowser();
  try {
    for (const { name, folder: checkout } of contenders) {
      const settings = { DATA_DIR: join(folder, name), ...standingStill };
      const gateway = await startMeasured(settings, checkout);
      running.push({ name, gateway, visits: new Map<string, FirstVisit[]>() });
    }
    for (const page of firstPages) {
      for (let round = 0; round < rounds; round += 1) {
        for (const { gateway, visits } of running) {
          const visit = await firstVisit(browser, gateway.url + page, { slowdown });
          visits.set(page, [...(visits.get(page) ?? []), visit]);
        }
      }
      for (const { name, visits } of running) {
        tell(`${page.padEnd(54)} ${name.padEnd(6)} ${lineOf(visits.get(page) ?? [])}`);
      }
    }
  } finally {
    await browser.close();
    for (const { gateway } of running) await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function lineOf(visits: readonly FirstVisit[]): string {
  const of = (part: keyof FirstVisit) => median(visits.map((visit) => visit[part])).toFixed(0);
  return `${of('commits')} commits · blocked ${of('blockedMs')} ms · longest task ${of('longestTaskMs')} ms · first paint ${of('firstPaintMs')} ms · largest paint ${of('largestPaintMs')} ms`;
}
