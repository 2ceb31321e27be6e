import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { dialectService } from '#test/support/foreign/dialectService.ts';
import { dialects } from '#test/support/foreign/dialects.ts';
import { expectedHistory } from '#test/support/foreign/expected.ts';
import { type Served, serveForeign } from '#test/support/foreign/serveForeign.ts';
import { createTruth, type Truth } from '#test/support/foreign/truth.ts';
import { openSite, type Visit } from '#test/support/site.ts';

const twoDigits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const totals = new Intl.NumberFormat('en-GB', twoDigits);
const prices = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
});
const amounts = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 8 });

const customId = '日本';
const thematic = 'base-layers';
const url = 'https://receiver.example/portfolio';

/** The first row of a table in which a name is. */
const rowOf = ({ page }: Visit, name: string) =>
  page.getByRole('row').filter({ hasText: name }).first();

async function rowHas(visit: Visit, name: string, figures: readonly string[]): Promise<void> {
  for (const figure of figures) {
    await expect.poll(() => rowOf(visit, name).textContent()).toContain(figure);
  }
}

/** What differs most on the screen; `DIALECTS=every`: all. What they answer, `upstream/dialects` holds against the truth for each. */
const chosen = ['seconds', 'keyed columns', 'German', 'disorder', 'ids alone'];
const shown =
  process.env['DIALECTS'] === 'every'
    ? dialects
    : dialects.filter((one) => chosen.includes(one.name));

describe.each(shown)('in front of a service that speaks as $name', (dialect) => {
  let truth: Truth;
  let served: Served;
  const settings: Record<string, string> = { PORTFOLIO_SERVICE_REQUESTS_PER_SECOND: '1000' };
  beforeAll(async () => {
    truth = createTruth({ now: Date.now() });
    const answer = dialectService(dialect, truth, async () => undefined);
    served = await serveForeign(answer);
    await answer(
      new Request(`${served.url}${dialect.prefix}${putWebhook.path}`, {
        method: 'PUT',
        body: JSON.stringify({ url, type: dialect.webhook.types?.[0] ?? 'user.updated' }),
      }),
    );
    settings['PORTFOLIO_SERVICE_URL'] = `${served.url}${dialect.prefix}`;
    const { usersQuery } = dialect;
    if (usersQuery !== null) {
      settings['PORTFOLIO_SERVICE_USERS_QUERY'] = `${usersQuery.name}=${usersQuery.value}`;
    }
  });
  const site = openSite(settings, makeDataFolder);
  afterAll(() => served.stop());

  /** The user of which all pages are. */
  function userOfTruth() {
    const user = truth.user(customId);
    const wallet = user?.wallets.find((one) => one.thematic === thematic);
    if (user === null || wallet === undefined) throw new Error('The truth lacks the user');
    return { user, wallet };
  }

  test('the pages show the figures of the truth', async () => {
    const { user, wallet } = userOfTruth();
    const visit = await site.visit(`/users/${encodeURIComponent(customId)}`);
    const { page } = visit;
    const total = page.getByRole('region', { name: `Total of ${customId}`, exact: true });
    await expect.poll(() => total.textContent()).toContain(totals.format(user.total));
    await page.getByRole('button', { name: 'Show as table' }).click();
    const records = expectedHistory(dialect, truth.historyOf(customId, 'month'));
    const table = page.getByRole('table', { name: `Total of ${customId}` });
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe(String(records.length + 1));
    const wallets = page.getByRole('region', { name: 'Wallets' });
    await expect
      .poll(() => wallets.getByRole('row').last().textContent())
      .toContain(totals.format(user.total));

    await visit.turn(`/users/${encodeURIComponent(customId)}/wallets/${thematic}`);
    await rowHas(visit, 'Positions total', [totals.format(wallet.total)]);
    for (const { token, amount, total: worth } of wallet.positions) {
      const known = dialect.token === 'an id' ? token.id : token.symbol;
      await rowHas(visit, known, [
        amounts.format(amount),
        prices.format(token.price),
        totals.format(worth),
      ]);
    }

    await visit.turn('/thematics');
    for (const one of truth.thematics) await rowHas(visit, one.name, [totals.format(one.total)]);

    await visit.turn(`/thematics/${thematic}`);
    const level = page.getByRole('region', { name: 'Level of Base Layers', exact: true });
    await expect.poll(() => level.textContent()).toContain('546.81');

    const holders = page.getByRole('region', { name: 'Holders' });
    await expect.poll(() => holders.textContent()).toContain(totals.format(wallet.total));

    await visit.turn('/users');
    await rowHas(visit, customId, [totals.format(user.total)]);

    await visit.turn('/tokens');
    await rowHas(visit, dialect.token === 'an id' ? 'btc' : 'BTC', [prices.format(53_042.0625)]);

    await visit.turn(`/compare?ids=${thematic}&ids=ai`);
    await rowHas(visit, 'Base Layers', ['546.81']);
    await rowHas(visit, 'Machine Minds', ['1,204.02']);

    await visit.turn('/settings/webhooks');
    await expect.poll(() => page.getByRole('main').textContent()).toContain('receiver.example');
  });

  if (dialect.name !== 'seconds') return;
  test('the check names what differs, none of which does harm, and changes nothing', async () => {
    const { page } = await site.visit('/settings/check');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    // Lists 4, times 11, pages 3, prices 3, names of times and of totals in 6 histories each, and a webhook without a time.
    await page.getByText(/^\d+ passed, 34 differ, 0 cannot be read, \d+ not tried$/).waitFor();
    const findings = page.getByRole('region', { name: 'Findings' });
    for (const [text, count] of [
      [/^list under results \(/, 4],
      [/^epoch seconds \(/, 11],
      [/^list or history in pages \(/, 3],
      [/^prices as objects \(/, 3],
      [/^time under time \(/, 6],
      [/^total under v \(/, 6],
      [/^1 of 1 have no createdAt$/, 1],
      [/^Harmless$/, 34],
    ] as const) {
      expect(await findings.getByText(text).count()).toBe(count);
    }
    const writes = served.arrived.filter(({ call }) => !call.startsWith('GET '));
    expect(writes).toEqual([]);
  });
});
