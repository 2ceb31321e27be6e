import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { day } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { putThematic } from '#contract/operations/thematics.ts';
import { putUser } from '#contract/operations/users.ts';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { npmRun, standingStill } from '#test/support/process.ts';
import { openSite, sharedSite } from '#test/support/site.ts';

const last = Date.UTC(2026, 5, 16);
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const id = 'a/b?c#d e%2F';

/** Daily closes: of one token complete, of one without five days, of one up to 279 days ago. */
const rows = Array.from({ length: 400 }, (_, index) => {
  const ago = 399 - index;
  const cells = [100 + index, ago >= 20 && ago < 25 ? '' : 50 + index, ago < 279 ? '' : 7];
  return [dateOf(last - ago * day), ...cells].join(',');
});

const flawed = openSite({ ...standingStill, SAMPLE_USERS: '0' }, async (dataDir) => {
  const folder = join(tmpdir(), `quality-${process.pid}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'daily.csv'), ['time,GOOD,GAPS,ENDED', ...rows].join('\n'));
  const { code, output } = await npmRun(
    { DATA_DIR: dataDir, SAMPLE_USERS: '0' },
    'import',
    '--',
    folder,
  );
  if (code !== 0) throw new Error(output);
});
const sound = sharedSite();

async function send(path: string, body: object): Promise<void> {
  const answer = await fetch(flawed.url() + path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

test.each([1280, 360] as const)(
  'from a flaw to its users, and to the chart, at %i px',
  async (width) => {
    const tokens = ['GOOD', 'GAPS', 'ENDED'].map((token) => ({ token, weight: 1 / 3 }));
    await send(pathOf(putThematic, { params: { id: 'mixed' } }), { name: 'Mixed', tokens });
    const at = new Date(last - 100 * day).toISOString();
    const held = tokens.map(({ token }) => ({ token, amount: 3 }));
    await fetch(flawed.url() + pathOf(putUser, { params: { id } }), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ wallets: [{ thematics: 'mixed', tokens: held, at }] }),
    });
    const visit = await flawed.visit('/users', { width, script: axeScript });
    const { page } = visit;
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Quality' })
      .click();
    const table = page.getByRole('table', { name: 'Quality' });
    const ended = table.getByRole('row', { name: /^ENDED/ });
    await ended.waitFor();
    expect(await page.title()).toBe('Quality · Portfolio');
    expect(await ended.innerText()).toContain('Price 279 days old');
    expect(await table.getByRole('row', { name: /^GAPS/ }).innerText()).toContain(
      '5 missing steps',
    );
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    await ended.getByRole('link', { name: '1 user' }).click();
    await page.getByRole('table', { name: 'Users' }).getByRole('link', { name: id }).click();
    const line = page.getByText('1 carried price up to 279 days old');
    await line.click();
    const list = page.getByRole('list', { name: 'Flaws of the data' });
    await list.getByRole('link', { name: 'ENDED' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    await list.getByRole('link', { name: 'All flaws' }).click();
    await table.waitFor();
  },
);

test('without flaws, says what was checked', async () => {
  const { page } = await sound.visit('/quality', { script: axeScript });
  await page.getByText('No flaws found').waitFor();
  await page.getByText(/^\d+ tokens, \d+ thematics and 240 users checked/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
});
