import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day, hour } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getPastWallets } from '#contract/operations/wallets.ts';
import { formatTime } from '#contract/time.ts';
import { openEmbedded } from '#platform/database/embedded.ts';
import { auditTrail } from '#platform/database/schema/audit.ts';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { openBrowser } from '#test/support/browser.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { controlsOnPaper, sheetsOf } from '#test/support/paper.ts';
import { npmRun } from '#test/support/process.ts';
import { sharedSite } from '#test/support/site.ts';
import { figures } from '#test/support/tasks.ts';

const site = sharedSite();

describe.each([
  '/users/meridian-treasury/report',
  '/users/meridian-treasury/wallets/settlement-layers/report',
  '/thematics/settlement-layers/report',
  '/book/report?thematic=settlement-layers',
])('%s', (path) => {
  test('prints on one or two pages of A4, without controls, as wide as the paper', async () => {
    const visit = await site.visit(path, { scheme: 'dark' });
    const { page } = visit;
    await page.getByRole('heading', { name: 'Figures and definitions' }).waitFor();
    await visit.settled();
    expect(await sheetsOf(page, 'A4')).toBeLessThanOrEqual(2);
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(controlsOnPaper)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(794);
    const shown = await page.locator('#main').innerText();
    // The head of the sheet comes first.
    expect(shown).toMatch(
      /^[^\n]+\n+[^\n]+\n+as of \d+ \w{3} 20\d\d, \d\d:\d\d UTC · full history/,
    );
  });
});

test('a user page links to their report', async () => {
  const { page } = await site.visit('/users/meridian-treasury');
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await page.getByRole('heading', { name: 'Figures and definitions' }).waitFor();
  const { pathname, search } = new URL(page.url());
  // The page shows a month, and so does the report.
  expect(pathname + search).toBe('/users/meridian-treasury/report?period=month');
});

/** Half a year ago, at a whole hour. */
const then = formatTime(Math.floor(Date.now() / hour) * hour - 180 * day);

test.each([
  [1280, 'light'],
  [360, 'dark'],
] as const)(
  'a report as of a date, over a calendar period, and back to now, at %i px',
  async (width, scheme) => {
    const visit = await site.visit(null, { width, scheme });
    const { page } = visit;
    await page.addInitScript(axeScript);
    await visit.go(`/users/meridian-treasury/report?period=year&asOf=${encodeURIComponent(then)}`);
    const sheet = page.locator('.tear-sheet');
    const asOf = () => new URL(page.url()).searchParams.get('asOf');
    await page.getByRole('region', { name: 'As of', exact: true }).waitFor();
    await expect.poll(() => sheet.innerText()).toContain('names and attributes of today');
    const past = getPastWallets.answers[200].parse(
      await (
        await fetch(
          `${site.url()}${pathOf(getPastWallets, { params: { id: 'meridian-treasury' }, query: { asOf: then } })}`,
        )
      ).json(),
    );
    expect(await sheet.innerText()).toContain(figures.format(past.total ?? NaN));
    expect(await violationsOf(page)).toEqual([]);

    await page.keyboard.press('6');
    await page.getByRole('button', { name: /^Last quarter/ }).click();
    await expect.poll(() => sheet.innerText()).toMatch(/last quarter, 1 \w+.* to 1 \w+/);
    expect(new URL(page.url()).searchParams.get('period')).toBe('last-quarter');
    expect(asOf()).toBe(then);
    expect(await sheetsOf(page, 'A4')).toBeLessThanOrEqual(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await violationsOf(page)).toEqual([]);

    // The page of the user shows the same instant and period.
    await page
      .getByRole('link', { name: /meridian-treasury/ })
      .first()
      .click();
    await page.getByRole('region', { name: 'Total of meridian-treasury' }).waitFor();
    expect([asOf(), new URL(page.url()).searchParams.get('period')]).toEqual([
      then,
      'last-quarter',
    ]);
    await page.goBack();
    await page.getByRole('heading', { name: 'Figures and definitions' }).waitFor();
    await page.keyboard.press('n');
    await expect.poll(() => sheet.innerText()).not.toContain('names and attributes of today');
    expect(asOf()).toBeNull();
  },
);

describe('npm run report', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'report-'));
    await makeDataFolder(join(folder, 'data'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('writes files that a browser shows and prints without a service', async () => {
    const out = join(folder, 'out');
    const own = { DATA_DIR: join(folder, 'data') };
    await npmRun(own, 'samples', '--', 'make', '6');
    const { code, output } = await npmRun(own, 'report', '--', '--out', out);
    expect(output).toMatch(/ Reports 100 %\n6 reports in .*\.$/m);
    expect(code).toBe(0);
    const [file = '', ...others] = await readdir(out);
    expect(others).toHaveLength(5);
    const browser = await openBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      const url = pathToFileURL(join(out, file)).href;
      await page.goto(url);
      expect(requested).toEqual([url]);
      expect(await page.title()).toMatch(/ · Portfolio$/);
      expect(await sheetsOf(page, 'A4')).toBeLessThanOrEqual(2);
      await page.evaluate(axeScript);
      expect(await violationsOf(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 780 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    } finally {
      await browser.close();
    }
  });

  test('writes sheets of a past instant and a calendar period', async () => {
    const out = join(folder, 'past');
    const own = { DATA_DIR: join(folder, 'data') };
    const asOf = ['--period', 'ytd', '--as-of', '2026-03-01'];
    const { code, output } = await npmRun(own, 'report', '--', '--out', out, ...asOf);
    expect([code, output]).toEqual([0, expect.stringMatching(/6 reports in .*\.$/m)]);
    const [file = ''] = await readdir(out);
    const html = await readFile(join(out, file), 'utf8');
    expect(html).toContain(
      'as of 1 Mar 2026, 00:00 UTC · names and attributes of today · year to date, ',
    );
    // The audit trail has the export, as that of the list of users.
    const database = await openEmbedded({ dataDir: join(folder, 'data', 'database') });
    const entries = await database.queries.select().from(auditTrail);
    await database.close();
    expect(entries.at(-1)).toMatchObject({ operation: 'getDirectory', via: 'command' });
  });

  test('explains wrong use', async () => {
    expect(await npmRun({}, 'report')).toEqual({
      code: 2,
      output: expect.stringContaining('Name one folder: npm run report -- --out FOLDER.'),
    });
    const help = await npmRun({}, 'report', '--', '--help');
    expect(help).toEqual({ code: 0, output: expect.stringContaining('--filter=') });
    const wrong = await npmRun(
      {},
      'report',
      '--',
      '--out',
      join(folder, 'none'),
      '--period',
      'age',
    );
    expect(wrong).toEqual({
      code: 2,
      output: expect.stringContaining('--period is age; it must be one of day, week, month'),
    });
    const never = await npmRun(
      {},
      'report',
      '--',
      '--out',
      join(folder, 'none'),
      '--as-of',
      'then',
    );
    expect(never).toEqual({
      code: 2,
      output: expect.stringContaining('--as-of is then; it must be a time such as 2026-03-01'),
    });
  });
});
