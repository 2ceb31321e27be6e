import type { Page, Route } from 'playwright-core';
import { capabilities } from '#contract/capabilities.ts';
import { getCapabilities } from '#contract/operations/about.ts';
import { getLive } from '#contract/operations/live.ts';
import { answered, asked } from './faultKinds.ts';
import { realAnswer } from './realAnswer.ts';

export type Answers = 'given' | 'held back' | 'empty' | 'failing' | 'failing later' | 'not offered';

export interface PageState {
  readonly path: string;
  readonly answers: Answers;
  /** Text that shows that the page is there. */
  readonly words: RegExp;
  readonly open?: (page: Page) => Promise<void>;
  /** Text that shows that the state is there, if the page alone does not. */
  readonly shown?: RegExp;
  readonly reported?: RegExp;
}

const user = '/users/meridian-treasury';
const wallet = `${user}/wallets/settlement-layers`;
const thematic = '/thematics/settlement-layers';
const asOf = 'asOf=2024-03-01T00:00:00Z';

/** Pages with a text that only their data contains, and a text that they show without data. */
const pages: readonly (readonly [path: string, data: RegExp, empty: RegExp])[] = [
  ['/users', /^240 of 240$/, /^No users yet$/],
  [user, /^All wallets/, /has no wallets$/],
  [wallet, /^Positions total/, /has no wallet in|^Thematic “.*not found/],
  ['/thematics', /^Settlement Layers$/, /^No thematics yet$/],
  ['/thematics/settlement-layers', /^Constituents$/, /^No records/],
  [
    '/compare?ids=settlement-layers&ids=energy-grids',
    /^Energy Grids$/,
    /^Thematic “|not known|No thematics/,
  ],
  ['/exposure', /^Virtual Worlds$/, /^No holdings yet$/],
  ['/settings/webhooks', /^hooks\.example\.com$/, /^No webhooks yet$/],
];

/** States in the address: forms, other views, and pages not found. */
const addressed: readonly (readonly [path: string, words: RegExp])[] = [
  ['/tokens', /^KORV$/],
  ['/tokens/KORV', /^All holders$/],
  ['/quality', /^No flaws found$/],
  ['/users?q=nobody+here', /^No user matches/],
  ['/book?thematic=settlement-layers', /^Members are those who match now/],
  ['/book?q=nobody+here', /^No user matches$/],
  [`/book?ids=meridian-treasury&ids=nobody&${asOf}`, /^One of the ids/],
  ['/shock', /^No shock yet$/],
  ['/shock?shockToken=KORV:0.3&shockThematic=open-lending:0.5', /^Total after/],
  ['/shock?replay=last-month&thematic=settlement-layers', /^Prices move as from /],
  ['/shock?shockToken=KORV:0.3&q=nobody+here', /^No user matches$/],
  ['/exposure?by=token&sort=-hhi', /^KORV$/],
  ['/exposure?q=nobody+here', /^No user matches/],
  ['/users?groupBy=attribute.country', /As of .* UTC\.$/],
  [
    '/users?groupBy=attribute.country&groupBy=thematic&groupSort=-count',
    /^By thematic, figures are those/,
  ],
  ['/users?groupBy=thematic&q=nobody+here', /^No user matches/],
  ['/users?create=new', /^It cannot be changed later/],
  ['/users?import=1', /^Import users from CSV$/],
  [`${user}?view=table&allocation=token&attributes=json`, /^Value since the start$/],
  [`${user}?holdings=positions`, /^All positions$/],
  [`${user}?edit=attributes`, /^Attributes of meridian-treasury$/],
  [`${user}?edit=holdings`, /^Holdings of meridian-treasury$/],
  ['/users/empty', /^empty has no wallets$/],
  [`${user}?${asOf}`, /^As of 1 Mar 2024/],
  [`${wallet}?edit=holdings`, /^Holdings of meridian-treasury$/],
  ['/users/empty/wallets/settlement-layers', /^empty has no wallet in/],
  [`${user}/changes?period=2026-01-01..2026-03-31`, /^By price: /],
  [`${user}/changes?period=2026-03-31..2026-01-01`, /^The second date must be after/],
  [`${user}/changes?period=2016-01-01..2016-03-31`, /^No records between the two dates$/],
  [`${wallet}/changes?period=year`, /^By price: /],
  [`${thematic}/changes?period=year`, /^Between /],
  ['/book/report?thematic=settlement-layers', /^Figures and definitions/],
  [`${user}/report`, /^Figures and definitions/],
  [`${wallet}/report?period=year`, /^Figures and definitions/],
  ['/users/empty/report', /^Figures and definitions/],
  ['/thematics/settlement-layers/report', /^Figures and definitions/],
  ['/thematics?define=', /^You cannot change the id/],
  ['/thematics/settlement-layers?define=', /^Edit weights of Settlement Layers$/],
  ['/compare', /^Compare thematics$/],
  ['/compare-users', /^Choose at least two users$/],
  ['/compare-users?ids=meridian-treasury&ids=juniper-coop-93', /^Compare users$/],
  ['/settings/webhooks?add=https%3A%2F%2Fexample.com%2F', /^Its exact name in messages$/],
  ['/settings/webhooks?open=inspector', /^No messages yet\.$/],
  ['/settings/webhooks?open=verify', /^Raw body$/],
  ['/settings/webhooks?open=code', /^Go$/],
  ['/settings/preferences', /^Gain and loss$/],
  ['/settings/access', /^Open sessions$/],
  ['/settings/access?create=', /^Person or application$/],
  ['/settings/audit', /^Add webhook$/],
  ['/settings/audit?q=nobody+here', /^No matching entries$/],
  ['/settings/audit?verify=', /^Each entry contains the hash/],
  ['/nowhere', /^No page at this address$/],
];

const burned = /Something burned down\./;
const notOffered = /It keeps no history\./;

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const click = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();

/** Loads the panels below the fold by scrolling to them, and returns to the top. */
async function scroll(page: Page): Promise<void> {
  const last = page.getByRole('heading', { name: 'Monthly returns', exact: true });
  do {
    await page.waitForFunction(
      () =>
        ![...document.querySelectorAll('output')].some(
          (it) =>
            it.textContent.startsWith('Loading') && it.getBoundingClientRect().top < innerHeight,
        ),
    );
  } while (!(await page.evaluate(scrollOn)) || !(await last.isVisible()));
  await page.evaluate(() => scrollTo(0, 0));
}

/** Returns whether the end of the page is reached. */
function scrollOn(): boolean {
  scrollBy(0, innerHeight / 2);
  return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
}

async function mix(page: Page): Promise<void> {
  await scroll(page);
  await click('Mix')(page);
}

const opened: readonly (readonly [
  path: string,
  words: RegExp,
  open: (page: Page) => Promise<void>,
  shown: RegExp,
])[] = [
  ['/users', /^240 of 240$/, press('Control+k'), /^Compare thematics$/],
  ['/users', /^240 of 240$/, press('?'), /^On this page$/],
  ['/users', /^240 of 240$/, press('f'), /^Created$/],
  ['/users', /^240 of 240$/, click('Columns'), /^riskProfile$/],
  ['/users', /^240 of 240$/, click('Views'), /^Save/],
  [user, /^All wallets/, press('e'), /^current view$/],
  [user, /^All wallets/, press('6'), /^To \(optional\)$/],
  [`${user}?period=all`, /^All wallets/, scroll, /^Monthly returns$/],
  [`${wallet}?period=year`, /^Positions total/, scroll, /^Monthly returns$/],
  [`${wallet}?${asOf}`, /^Positions total/, scroll, /^Only of the present$/],
  [thematic, /^Constituents$/, scroll, /^Monthly returns$/],
  [thematic, /^Constituents$/, mix, /^Add thematic$/],
];

export const pageStates: readonly PageState[] = [
  ...pages.flatMap(([path, data, empty], index): PageState[] => [
    { path, answers: 'empty', words: empty },
    { path, answers: 'given', words: data },
    // Skeletons and failures are the same components on all pages, so each is checked on some of them.
    ...(index % 2 === 0
      ? [{ path, answers: 'held back' as const, words: /^Loading / }]
      : [{ path, answers: 'failing' as const, words: burned, reported: /500/ }]),
    ...(path === user || path === wallet
      ? [{ path, answers: 'failing later' as const, words: data, shown: burned, reported: /500/ }]
      : []),
  ]),
  ...addressed.map(([path, words]): PageState => ({ path, answers: 'given', words })),
  {
    path: '/users/nobody',
    answers: 'given',
    words: /^User “nobody” not found/,
    reported: /404.*nobody/,
  },
  { path: wallet, answers: 'not offered', words: notOffered, reported: /501/ },
  ...opened.map(([path, words, open, shown]): PageState => ({
    path,
    answers: 'given',
    words,
    open,
    shown,
  })),
];

export function nameOf({ path, answers, shown }: PageState): string {
  return `${path}, ${answers}${shown === undefined ? '' : `, ${shown.source}`}`;
}

/**
 * Makes the service answer in this way from now on.
 * @returns a function that causes the state once the page is there.
 */
export async function letAnswer(page: Page, answers: Answers): Promise<() => Promise<void>> {
  if (answers === 'failing later') return failLater(page);
  const handler = handlers[answers];
  if (handler !== null) await page.route(asked, handler);
  return async () => {};
}

const fail = (route: Route): Promise<void> =>
  route.fulfill({ status: 500, contentType: 'text/plain', body: 'Something burned down.' });

const handlers: Record<
  Exclude<Answers, 'failing later'>,
  ((route: Route) => Promise<void>) | null
> = {
  given: null,
  'held back': () => new Promise(() => {}),
  failing: fail,
  'not offered': (route) =>
    route.fulfill({
      status: 501,
      contentType: 'application/problem+json',
      json: {
        type: '/p/docs#problem-not-offered',
        code: 'not-offered',
        status: 501,
        title: 'Not offered',
        detail: 'It keeps no history.',
      },
    }),
  empty: async (route) => {
    // A stream has no end to wait for.
    if (!answered(new URL(route.request().url()))) return route.continue();
    const response = await realAnswer(route);
    const body: unknown = response.ok() ? emptied(await response.json()) : undefined;
    await route.fulfill(body === undefined ? { response } : { response, json: body });
  },
};

/** Changes the market, so that the page requests everything again, and fails those requests. */
async function failLater(page: Page): Promise<() => Promise<void>> {
  let kind = 'simulated';
  // Without the live stream the page polls.
  await page.route(({ pathname }) => pathname === getLive.path, fail);
  await page.route(
    ({ pathname }) => pathname === getCapabilities.path,
    async (route) => {
      const response = await realAnswer(route);
      const told = capabilities.parse(await response.json());
      const tickSeconds = kind === 'simulated' ? 1 : 3600;
      await route.fulfill({
        response,
        json: { ...told, market: { ...told.market, kind, tickSeconds } },
      });
    },
  );
  return async () => {
    await page.route(asked, fail);
    kind = 'stored';
    await page.getByText(burned).first().waitFor();
  };
}

/** Returns the same answer with empty lists and zero counts. */
function emptied(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  if (typeof body !== 'object' || body === null) return body;
  const isWindow = 'rows' in body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (Array.isArray(value)) return [name, []];
      if (name === 'sums') return [name, counted(value)];
      return [name, isWindow && typeof value === 'number' ? 0 : value];
    }),
  );
}

/** Returns sums without users: 0, or null where a sum may be null. */
function counted(sums: unknown): unknown {
  if (typeof sums !== 'object' || sums === null) return sums;
  const perhapsNull = new Set(['change', 'flow', 'return']);
  return Object.fromEntries(
    Object.keys(sums).map((name) => [name, perhapsNull.has(name) ? null : 0]),
  );
}
