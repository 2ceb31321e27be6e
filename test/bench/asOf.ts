import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from '#test/support/browser.ts';
import { startPageClock } from './directoryClock.ts';
import { median, type Tell } from './measure.ts';
import { sized } from './size.ts';
import { startMeasured } from './startMeasured.ts';

const pages = [
  ['a user', '/users/meridian-treasury'],
  ['a wallet', '/users/meridian-treasury/wallets/settlement-layers'],
  ['a thematic', '/thematics/settlement-layers'],
  ['exposure', '/exposure'],
] as const;
const days = sized(20, 2);

/** Moves pages of the sample users from day to day, and measures until each past day is painted whole. */
export async function benchAsOf(tell: Tell): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-bench-'));
  const gateway = await startMeasured({ DATA_DIR: folder, TICK_SECONDS: '3600' });
  const browser = await openBrowser();
  try {
    for (const [what, path] of pages.slice(0, sized(pages.length, 1))) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await page.addInitScript(startPageClock);
      const asOf = new Date(Date.now() - 40 * 86_400_000).toISOString();
      await page.goto(`${gateway.url}${path}?asOf=${encodeURIComponent(asOf)}`);
      const slider = page.getByRole('slider', { name: 'Day' });
      await slider.focus();
      await page.waitForTimeout(2000);
      const times: number[] = [];
      for (let move = 0; move < days; move += 1) {
        await page.evaluate(() => globalThis.pageClock.begin('keyup', 'main'));
        await slider.press('ArrowLeft');
        times.push((await page.evaluate(() => globalThis.pageClock.painted())) ?? Number.NaN);
      }
      tell(
        `${what}: date changed to painted ${median(times).toFixed(0)} (${Math.max(...times).toFixed(0)}) ms of ${days} days`,
      );
      await page.close();
    }
  } finally {
    await browser.close();
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
