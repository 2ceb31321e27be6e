import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '#test/support/browser.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { everyLineIsDrawn } from '#test/support/drawn.ts';
import { startGateway, type RunningGateway } from '#test/support/process.ts';
import { watch } from '#test/support/watch.ts';
import { hasJapaneseFont } from './glyphs.ts';
import { sendWebhooks } from './sendWebhooks.ts';
import { shownInReadme, type View, views } from './views.ts';

const widths = [1280, 360] as const;
const schemes = ['light', 'dark'] as const;

/**
 * Pictures of the pages as they are now: `npm run screenshots` takes those of the README,
 * `npm run screenshots -- FOLDER [view …]` every view, light and dark, wide and narrow, into a folder; `view-1280-dark` is one
 * picture.
 */
const [folder, ...wanted] = process.argv.slice(2);
const target = folder ?? import.meta.dirname;
const browser = await openBrowser();
if (!(await hasJapaneseFont(browser))) {
  await browser.close();
  process.stderr.write(
    'The browser has no Japanese font, so names would show as boxes. Install one: apt-get install fonts-ipafont-gothic\n',
  );
  process.exit(1);
}
const data = await mkdtemp(join(tmpdir(), 'portfolio-shots-'));
await makeDataFolder(join(data, 'data'));
const gateway = await startGateway({
  DATA_DIR: join(data, 'data'),
  // Each change is told: else a user is told of once in ten seconds.
  WEBHOOKS_MIN_INTERVAL_SECONDS: '0',
});
/** Another process, in front of the first: started for the first view that is of it. */
const front: RunningGateway[] = [];
try {
  await mkdir(target, { recursive: true });
  await sendWebhooks(gateway.url);
  for (const [name, view] of Object.entries(views)) {
    for (const width of widths) {
      for (const scheme of schemes) {
        const picture = `${name}-${width}-${scheme}`;
        const isWanted = wanted.includes(name) || wanted.includes(picture);
        if (wanted.length > 0 && !isWanted) continue;
        if (folder === undefined && !shownInReadme.has(picture)) continue;
        const page = await browser.newPage({
          viewport: { width, height: width === 360 ? 780 : 900 },
          colorScheme: scheme,
          reducedMotion: 'reduce',
        });
        const { url } = view.isConnected === true ? await connected() : gateway;
        await shoot(page, url, view, join(target, `${picture}.png`));
        await page.close();
      }
    }
  }
} finally {
  await browser.close();
  await front[0]?.stop();
  await gateway.stop();
  await rm(data, { recursive: true, force: true });
}

async function connected(): Promise<RunningGateway> {
  if (front[0] !== undefined) return front[0];
  const dataDir = join(data, 'connected');
  await makeDataFolder(dataDir);
  const started = await startGateway({
    DATA_DIR: dataDir,
    PORTFOLIO_SERVICE_URL: gateway.url,
    PORTFOLIO_SERVICE_REQUESTS_PER_SECOND: '1000',
  });
  front.push(started);
  return started;
}

async function shoot(page: Page, url: string, view: View, file: string): Promise<void> {
  page.on('pageerror', (error) => process.stderr.write(`${view.path}: ${error.message}\n`));
  // The browser has the font, as on every visit but its first.
  await page.addInitScript(() => localStorage.setItem('portfolio.font', 'inter'));
  // Not `networkidle`: the live stream never ends.
  const watched = await watch(page, url);
  await page.goto(url + view.path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await watched.settled();
  await view.act?.(page);
  await page.evaluate(() => document.fonts.ready);
  // Nothing is pictured while it is still coming; what is below the fold comes when it is in sight.
  await page.waitForFunction(
    () =>
      ![...document.querySelectorAll('output')].some(
        (output) =>
          output.textContent.startsWith('Loading') &&
          output.getBoundingClientRect().top < innerHeight,
      ),
  );
  await page.waitForFunction(everyLineIsDrawn);
  await watched.settled();
  await page.screenshot({ path: file });
  process.stdout.write(`${file}\n`);
}
