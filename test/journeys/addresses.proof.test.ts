import { expect, test } from 'vitest';
import { atRest } from '#test/support/atRest.ts';
import { everyLineIsDrawn, joinedWords } from '#test/support/drawn.ts';
import { sharedSite, type Visit } from '#test/support/site.ts';

const site = sharedSite();

/** Every page with the views that stand in the address, its heading, and a text that only it shows. */
const addresses = [
  ['/users', 'Users', /^240 of 240$/],
  ['/users?q=x%252f&sort=user', 'Users', /^1 of 240$/],
  ['/users?thematic=energy-grids&total=100000..&moved=up-1', 'Users', /^\d+ of 240$/],
  ['/exposure?by=token&sort=-hhi&q=country:ch', 'Exposure', /^\d+ of 240$/],
  ['/users?create=new%2Fid', 'Users', /^It cannot be changed later/],
  ['/users/meridian-treasury', 'meridian-treasury', /past month, since/],
  ['/users/meridian-treasury?period=week&allocation=token', 'meridian-treasury', /past week/],
  [
    '/users/meridian-treasury?period=year&mode=drawdown&from=2026-02-01T00:00:00Z&to=2026-06-01T00:00:00Z',
    'meridian-treasury',
    /1 Feb to 1 Jun.*drawdown −\d/,
  ],
  ['/users/meridian-treasury?allocation=time&stack=amount', 'meridian-treasury', /^Over time$/],
  [
    '/users/meridian-treasury?holdings=positions&find=e&dust=hidden',
    'meridian-treasury',
    /^All positions$/,
  ],
  [
    '/users/meridian-treasury/wallets/settlement-layers?benchmark=none&log=1&moved=price&edit=holdings',
    'Settlement Layers',
    /^Holdings of meridian-treasury/,
  ],
  [
    '/users/meridian-treasury?edit=attributes',
    'meridian-treasury',
    /^Attributes of meridian-treasury$/,
  ],
  ['/users/empty', 'empty', /^empty has no wallets$/],
  ['/users/nobody', 'nobody', /^User “nobody” not found$/],
  [
    '/users/meridian-treasury/wallets/settlement-layers?period=year&view=table',
    'Settlement Layers',
    /^wallet of meridian-treasury/,
  ],
  ['/users/empty/wallets/settlement-layers', 'Settlement Layers', /^empty has no wallet in/],
  ['/users/empty/wallets/nothing', 'nothing', /^Thematic “nothing” not found$/],
  ['/thematics', 'Thematics', /^Settlement Layers$/],
  ['/thematics/settlement-layers?period=all', 'Settlement Layers', /full history/],
  ['/thematics?spark=year&sort=year&q=e', 'Thematics', /^Energy Grids$/],
  [
    '/compare?ids=settlement-layers&ids=energy-grids&period=year',
    'Compare thematics',
    /^Performance/,
  ],
  ['/thematics/nothing', 'nothing', /^Thematic “nothing” not found$/],
  ['/settings/webhooks', 'Webhooks', /^No webhooks yet$/],
  [
    '/settings/webhooks?add=https%3A%2F%2Fexample.com%2F',
    'Webhooks',
    /^Its exact name in messages$/,
  ],
  ['/settings/preferences', 'Settings', /^Gain and loss$/],
  ['/nowhere/at/all', 'Not found', /^No page at this address$/],
] as const;

const absent = /404.*(nobody|nothing)/;

/** One page after the other in the same window, as a person goes through links. */
const groups = [0, 1, 2].map((group) => addresses.filter((_, index) => index % 3 === group));

test.each(groups.map((group) => [group] as const))(
  'each address opens its page, which is the same after Back, and the first of them after a reload',
  async (group) => {
    const visit = await site.visit(null);
    const { page } = visit;
    // Where the service says so too: the page asks, and the answer is 404.
    visit.allow(absent);
    for (const [index, [path, heading, text]] of group.entries()) {
      const shown = () => shownOn(visit, heading, text);
      const reload = async () => {
        await page.reload();
      };
      const leaveAndReturn = async () => {
        const elsewhere = heading === 'Settings' ? 'Users' : 'Settings';
        await page
          .getByRole('navigation', { name: 'Main' })
          .getByRole('link', { name: elsewhere })
          .click();
        await page.getByRole('heading', { level: 1, name: elsewhere }).waitFor();
        await page.goBack();
      };
      await visit.go(path);
      const before = await shown();
      expect(await page.evaluate(joinedWords)).toEqual([]);
      // Of what is allocated no name is cut beside empty room.
      const names = page.getByRole('list', { name: 'Shares', exact: true }).locator('bdi');
      expect(await names.evaluateAll(cutTexts)).toEqual([]);
      expect(page.url()).toBe(site.url() + path);
      // A dialog is left by closing it alone.
      const isCovered = (await page.locator('[aria-modal=true]').count()) > 0;
      const ways = [...(index === 0 ? [reload] : []), ...(isCovered ? [] : [leaveAndReturn])];
      for (const way of ways) {
        await way();
        await expect.poll(shown).toBe(before);
        expect(page.url()).toBe(site.url() + path);
      }
    }
  },
);

const cutTexts = (all: Element[]) =>
  all.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent);

/** What the page says once it has all. */
async function shownOn(visit: Visit, heading: string, text: RegExp): Promise<string> {
  const { page } = visit;
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  await page.getByText(text).first().waitFor();
  await page.waitForFunction(everyLineIsDrawn);
  return atRest(async () => {
    await visit.settled();
    const words = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
    // The settings say what time it is and how long the service took.
    return words.replaceAll(/\d\d:\d\d(:\d\d)?|[\d,]+ ?ms/g, 'then');
  });
}

test('what no page may answer is no page', async () => {
  for (const path of ['/p/nothing', '/x/nothing', '/assets/nothing.js', '/nothing.png']) {
    const response = await fetch(site.url() + path);
    expect({ path, status: response.status }).toEqual({ path, status: 404 });
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  }
});

test('a chunk that cannot be loaded does not take the page with it', async () => {
  const visit = await site.visit('/users');
  const { page } = visit;
  await page.getByRole('table', { name: 'Users' }).waitFor();
  visit.tolerate(/ThematicsPage|dynamically imported module/);
  await page.route('**/assets/ThematicsPage-*', (route) => route.abort('connectionreset'));
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Thematics' }).click();
  await page.getByRole('heading', { level: 1, name: 'Page error' }).waitFor();
  await navigation.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('heading', { level: 1, name: 'Users', exact: true }).waitFor();
  await page.unroute('**/assets/ThematicsPage-*');
  await navigation.getByRole('link', { name: 'Thematics' }).click();
  await page.getByRole('heading', { level: 1, name: 'Page error' }).waitFor();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('table', { name: 'Thematics' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/thematics');
});
