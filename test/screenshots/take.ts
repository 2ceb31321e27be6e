import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser } from '#test/support/browser.ts';
import { startGateway } from '#test/support/process.ts';

const pages = {
  users: '/users',
  user: '/users/meridian-treasury?period=month',
  wallet: '/users/meridian-treasury/wallets/settlement-layers?period=year',
  thematics: '/thematics',
  thematic: '/thematics/settlement-layers?period=all',
  webhooks: '/settings/webhooks',
} as const;
const widths = [1280, 360] as const;
const schemes = ['light', 'dark'] as const;

/** Pictures of every page as it is now, light and dark, wide and narrow: `npm run screenshots -- [folder] [page …]`. */
const [folder = import.meta.dirname, ...wanted] = process.argv.slice(2);
const data = await mkdtemp(join(tmpdir(), 'portfolio-shots-'));
const gateway = await startGateway({ DATA_DIR: join(data, 'data') });
const browser = await openBrowser();
try {
  await registerWebhooks(gateway.url);
  for (const [name, path] of Object.entries(pages)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const width of widths) {
      for (const scheme of schemes) {
        await shoot(
          browser,
          gateway.url + path,
          width,
          scheme,
          join(folder, `${name}-${width}-${scheme}.png`),
        );
      }
    }
  }
} finally {
  await browser.close();
  await gateway.stop();
  await rm(data, { recursive: true, force: true });
}

async function shoot(
  opened: Browser,
  url: string,
  width: number,
  scheme: 'light' | 'dark',
  file: string,
): Promise<void> {
  const page = await opened.newPage({
    viewport: { width, height: width === 360 ? 780 : 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  page.on('pageerror', (error) => process.stderr.write(`${url}: ${error.message}\n`));
  page.on('console', (message) => {
    if (message.type() === 'error') process.stderr.write(`${url}: ${message.text()}\n`);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  // Nothing is pictured while it is still coming.
  await page.waitForFunction(
    (hasChart) =>
      ![...document.querySelectorAll('output')].some((told) =>
        told.textContent.startsWith('Loading'),
      ) &&
      (!hasChart || document.querySelector('.recharts-line-curve') !== null),
    url.includes('period='),
  );
  await page.screenshot({ path: file });
  await page.close();
  process.stdout.write(`${file}\n`);
}

async function registerWebhooks(base: string): Promise<void> {
  for (const [url, type] of [
    ['https://hooks.acme.example/portfolio', 'user.created'],
    ['https://hooks.acme.example/portfolio', 'wallet.updated'],
    ['https://risk.meridian.example/v2/ingest?source=portfolio', '*'],
  ]) {
    await fetch(`${base}/p/webhook`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url, type }),
    });
  }
}
