import type { Page } from 'playwright-core';

/** What is pictured: an address, and what is done there before the picture is taken. */
export interface View {
  readonly path: string;
  /** In front of another service, which is ours too. */
  readonly isConnected?: true;
  readonly act?: (page: Page) => Promise<void>;
}

const customId = 'meridian-treasury';
const user = `/users/${customId}`;
const wallet = `${user}/wallets/settlement-layers`;
/** Opens what a key opens over the page, which may be a chunk of its own. */
const press = (key: string) => async (page: Page) => {
  await page.keyboard.press(key);
  await page.locator('[aria-modal=true]').waitFor();
};
/** Lets everything of the service fail, and asks again. */
const broken = async (page: Page) => {
  await page.route(/\/[px]\/(?!capabilities)/, (route) => route.abort('connectionrefused'));
  await page.reload();
  await page.getByRole('alert').first().waitFor();
};

/** Selects the first endpoint and opens its newest delivery. */
const openDelivery = async (page: Page) => {
  await page.getByRole('list', { name: 'Endpoints' }).getByRole('link').first().click();
  await page.getByRole('region', { name: /^Endpoint / }).waitFor();
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  const links = deliveries.locator('a[href*="delivery="]');
  // The newest may be members of a burst, which opens first.
  await deliveries.getByRole('link').first().waitFor();
  if ((await links.count()) === 0) await deliveries.getByRole('link').first().click();
  await links.first().click();
  await page.getByRole('list', { name: 'Attempts' }).getByRole('button').first().waitFor();
};

/** Checks the connected service, whose report is read from its head on. */
const checkService = async (page: Page) => {
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('region', { name: 'Findings' }).waitFor();
};

/** Selects two users of the list, and one that its search then hides. */
const selectRows = async (page: Page) => {
  const boxes = page.getByRole('checkbox', { name: /, select$/ });
  if (!(await boxes.first().isVisible()))
    await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const row of [1, 2, 4]) await boxes.nth(row).click();
  await page.getByRole('region', { name: 'Selected users' }).waitFor();
};

const selectAll = async (page: Page) => {
  await page.keyboard.press('Control+a');
  await page.getByRole('region', { name: 'Selected users' }).waitFor();
};

/** Brings a panel to the top. */
const scrollTo = (title: string) => async (page: Page) => {
  const panel = page.getByRole('region', { name: title, exact: true });
  await panel.evaluate((element) => element.scrollIntoView());
};

/** Every page and its main states. */
export const views: Record<string, View> = {
  users: { path: '/users' },
  'users-filtered': { path: '/users?thematic=energy-grids&total=100000..&moved=up-1' },
  'users-selected': { path: '/users?thematic=energy-grids', act: selectRows },
  'users-all-selected': { path: '/users?thematic=energy-grids', act: selectAll },
  'compare-users': {
    path: '/compare-users?ids=meridian-treasury&ids=juniper-coop-93&ids=kestrel-endowment-160&period=year',
  },
  book: { path: '/book?thematic=energy-grids&period=year' },
  'book-past': { path: '/book?attribute.country=CH&asOf=2024-03-01T00:00:00Z&period=year' },
  'book-connected': { path: '/book?thematic=energy-grids', isConnected: true },
  'users-none': { path: '/users?q=nobody+here' },
  'users-create': { path: '/users?create=new' },
  'users-import': { path: '/users?import=1' },
  'users-broken': { path: '/users', act: broken },
  'changes-user': { path: `${user}/changes?period=2026-03-01..2026-08-31` },
  'changes-wallet': { path: `${wallet}/changes?period=year` },
  'changes-thematic': { path: '/thematics/settlement-layers/changes?period=year' },
  'report-user': { path: `${user}/report` },
  'report-wallet': { path: `${wallet}/report?period=year` },
  'report-book': { path: '/book/report?thematic=settlement-layers' },
  'report-thematic': { path: '/thematics/settlement-layers/report' },
  user: { path: `${user}?period=month` },
  'user-bars': { path: `${user}?allocation=bars&by=token` },
  'user-time': { path: `${user}?allocation=time&period=year` },
  'user-positions': { path: `${user}?holdings=positions` },
  'user-table': { path: `${user}?view=table` },
  'user-attributes': { path: `${user}?edit=attributes` },
  'user-broken': { path: user, act: broken },
  'user-empty': { path: '/users/empty' },
  wallet: { path: `${wallet}?period=year` },
  'wallet-measured': {
    path: `${wallet}?period=year&benchmark=none&from=2026-02-01T00:00:00Z&to=2026-06-01T00:00:00Z&measure=2026-03-01T00:00:00Z..2026-05-01T00:00:00Z`,
  },
  'wallet-drawdown': { path: `${wallet}?period=year&benchmark=none&mode=drawdown` },
  'wallet-holdings': { path: `${wallet}?edit=holdings` },
  'wallet-entries': { path: wallet, act: scrollTo('Holdings history') },
  thematics: { path: '/thematics' },
  thematic: { path: '/thematics/settlement-layers?period=all' },
  'thematics-new': { path: '/thematics?define=' },
  tokens: { path: '/tokens' },
  token: { path: '/tokens/AUGRY?period=year' },
  exposure: { path: '/exposure' },
  'exposure-tokens': { path: '/exposure?by=token&sort=-hhi' },
  shock: { path: '/shock?shockToken=KORV:0.3&shockThematic=open-lending:0.5' },
  'shock-replay': { path: '/shock?replay=last-quarter&q=country:CH' },
  'shock-empty': { path: '/shock' },
  quality: { path: '/quality' },
  compare: {
    path: '/compare?ids=settlement-layers&ids=energy-grids&ids=rollup-networks&ids=open-lending&period=year',
  },
  webhooks: { path: '/settings/webhooks', act: openDelivery },
  'webhooks-list': { path: '/settings/webhooks' },
  'webhooks-delivery': {
    path: '/settings/webhooks?state=pending',
    act: openDelivery,
  },
  'webhooks-inspector': { path: '/settings/webhooks?open=inspector' },
  preferences: { path: '/settings/preferences' },
  access: { path: '/settings/access' },
  'connected-user': { path: user, isConnected: true },
  connection: {
    path: '/settings/preferences',
    isConnected: true,
    act: scrollTo('Connected service'),
  },
  'connection-calls': {
    path: '/settings/preferences',
    isConnected: true,
    act: scrollTo('Calls'),
  },
  check: { path: '/settings/check', isConnected: true },
  'check-report': { path: '/settings/check', isConnected: true, act: checkService },
  'check-all': {
    path: '/settings/check',
    isConnected: true,
    act: async (page) => {
      await checkService(page);
      await page.getByRole('radio', { name: 'All' }).check({ force: true });
      await scrollTo('Findings')(page);
    },
  },
  audit: { path: '/settings/audit' },
  'audit-entry': {
    path: '/settings/audit',
    act: async (page) => {
      await page.getByRole('link', { name: 'Change user' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  palette: { path: '/users', act: press('Control+K') },
  keys: { path: user, act: press('?') },
  'not-found': { path: '/nowhere' },
};

/** Those the README shows, as `view-width-scheme`. */
export const shownInReadme: ReadonlySet<string> = new Set([
  'users-1280-light',
  'user-1280-dark',
  'wallet-1280-light',
  'thematics-1280-light',
  'webhooks-1280-light',
]);
