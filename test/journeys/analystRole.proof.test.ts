import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { CreatedAccessKey } from '#contract/access.ts';
import { inspector } from '#contract/inspector.ts';
import { getInspector } from '#contract/operations/inspector.ts';
import { bearerOf, createKey, signIn } from '#test/support/keys.ts';
import { standingStill } from '#test/support/process.ts';
import { openSite, type Visit } from '#test/support/site.ts';

const site = openSite({ ...standingStill, RATE_PER_KEY: '0' });
let analyst: CreatedAccessKey;

beforeAll(async () => {
  const admin = await createKey(site.url(), 'admin', 'Ada');
  analyst = await createKey(site.url(), 'analyst', 'Ann', admin);
  // An endpoint, and a delivery to it.
  const send = async (method: string, path: string, body: object) => {
    const headers = { ...bearerOf(admin), 'content-type': 'application/json' };
    const init = { method, headers, body: JSON.stringify(body) };
    const response = await fetch(site.url() + path, init);
    expect(response.ok ? '' : await response.text()).toBe('');
  };
  const settings = await fetch(site.url() + getInspector.path, { headers: bearerOf(admin) });
  const { url } = inspector.parse(await settings.json());
  await send('PUT', '/p/webhook', { url: `${url}mine`, type: '*' });
  await send('PUT', '/p/users', { customId: 'made-by-ada' });
});

async function enter(path: string): Promise<Visit> {
  const visit = await site.visit(path);
  await signIn(visit, analyst);
  await visit.page.getByRole('navigation', { name: 'Main' }).waitFor();
  await visit.settled();
  return visit;
}

const user = '/users/meridian-treasury';
const needsAdmin = /This needs the role admin, and you are signed in as analyst/;

const onlyAdmins = [
  '/users?create=somebody',
  '/users?import=1',
  `${user}?edit=attributes`,
  `${user}?edit=holdings`,
  `${user}/wallets/settlement-layers?edit=holdings`,
  '/thematics?define=',
  '/thematics/settlement-layers?define=',
  '/settings/webhooks?add=https%3A%2F%2Fexample.com%2F',
  '/settings/webhooks?open=rotate',
  '/settings/webhooks?open=recover',
];

test('an address that leads to what only an admin may says so in a line', async () => {
  const visit = await enter('/users');
  const { page } = visit;
  for (const [index, path] of onlyAdmins.entries()) {
    await (index === 0 ? visit.go(path) : visit.turn(path));
    await page.getByText(needsAdmin).waitFor();
    expect([path, await page.getByRole('dialog').count()]).toEqual([path, 0]);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText(needsAdmin).waitFor({ state: 'detached' });
    expect(page.url()).toBe(site.url() + path.replace(/\?.*/, ''));
  }
});

test('keys and palette offer an analyst no form', async () => {
  const { page } = await enter('/users');
  for (const path of ['/users', '/thematics']) {
    await page.goto(site.url() + path);
    await page.getByRole('row').nth(1).waitFor();
    await page.keyboard.press('n');
    expect(new URL(page.url()).search).toBe('');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('>');
    await page.getByRole('option', { name: /^Sign out/ }).waitFor();
    const actions = await page.getByRole('option').allInnerTexts();
    expect(actions.filter((text) => /^(Create|New|Add|Edit)/.test(text))).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

const namesOf = (controls: Locator): Promise<string[]> =>
  controls.evaluateAll((all) =>
    all.map((one) => `${one.getAttribute('aria-label') ?? ''} ${one.textContent ?? ''}`),
  );

/** Presses every button of a page, one after the other, each on the page as it is opened; what opens is closed again. */
async function pressAll(visit: Visit, path: string): Promise<number> {
  const { page } = visit;
  // The bar is the same on all pages.
  const where = path === '/users' ? ':visible' : ':visible:not(header.first-bar *)';
  const buttons = page.getByRole('button').and(page.locator(where));
  const summaries = page.locator('summary:visible');
  const open = async () => {
    await page.goto(site.url() + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await visit.settled();
  };
  await visit.turn(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await visit.settled();
  let pressed = 0;
  for (const controls of [buttons, summaries]) {
    const names = await namesOf(controls);
    /** Back where it was; by a load where the way back alone leaves other buttons there. */
    const openAgain = async () => {
      await visit.turn(path);
      await visit.settled();
      const now = await namesOf(controls);
      if (now.join('\n') !== names.join('\n')) await open();
    };
    for (const [index, name] of names.entries()) {
      // These end the journey or print it; heads of tables sort, and rows are many.
      if (/sign out|print/i.test(name)) continue;
      await controls
        .nth(index)
        .click({ timeout: 3000, force: true })
        .catch(() => {});
      pressed += 1;
      await closeAll(page);
      if (page.url() !== site.url() + path) await openAgain();
    }
  }
  await visit.settled();
  return pressed;
}

async function closeAll(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}

const long = { timeout: 900_000 };

test('no button that an analyst sees changes anything or is refused', long, async () => {
  const visit = await enter('/users');
  const { page } = visit;
  let pressed = 0;
  const paths = [
    '/users',
    '/users?q=nobody+here',
    user,
    '/users/made-by-ada',
    `${user}/wallets/settlement-layers`,
    '/users/made-by-ada/wallets/settlement-layers',
    '/thematics',
    '/thematics/settlement-layers',
    '/tokens',
    '/tokens/KORV',
    '/exposure',
    '/settings/webhooks',
    '/settings/webhooks?open=inspector',
    '/settings/preferences',
    '/settings/access',
  ];
  for (const path of paths) pressed += await pressAll(visit, path);
  // The endpoint and a delivery to it, which are links.
  await page.goto(`${site.url()}/settings/webhooks`);
  await page.getByRole('list', { name: 'Endpoints' }).getByRole('link').first().click();
  await page.getByRole('region', { name: /^Endpoint / }).waitFor();
  pressed += await pressAll(visit, page.url().slice(site.url().length));
  // The oldest one, because the newest may wait for its first attempt.
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').last().click();
  await page.getByRole('list', { name: 'Attempts' }).waitFor();
  pressed += await pressAll(visit, page.url().slice(site.url().length));
  expect(pressed).toBeGreaterThan(100);
  // A refusal would be a complaint of the visit.
  const changes = visit.asked.filter((call) => !/^(GET|HEAD) /.test(call));
  expect(changes.filter((call) => call !== 'POST /x/session')).toEqual([]);
});
