import { cleanup, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Period, periodWord } from '#contract/period.ts';
import type { PortfolioSubject } from '#contract/subject.ts';
import { formatTime } from '#contract/time.ts';
import { renderReport } from '#dashboard/report/renderReport.tsx';
import { urls } from '#dashboard/url/urls.ts';
import { notReported } from '#upstream/reading/notReported.ts';
import { makeUser, stated } from '#test/support/calls.ts';
import { capabilities } from '#test/support/connected.ts';
import { createConnected, type Connected } from '#test/support/connectedService.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';
import { createTestService, testNow, type TestService } from '#test/support/service.ts';

const user = 'a/b?c#d e%2F';
const thematic = 'data-feeds';
const subjects: readonly PortfolioSubject[] = [{ user }, { user, thematic }, { thematic }];

let foreign: TestService;
let connected: Connected;
beforeAll(async () => {
  foreign = await createTestService();
  await makeUser(foreign, user);
  await stated(foreign, user, {
    thematics: thematic,
    tokens: [{ token: 'AUGRY', amount: 2 }],
    at: '2025-05-05T05:05:05Z',
  });
  connected = createConnected({ answer: foreign.fetch, database: foreign.database });
});
afterAll(async () => {
  await connected.close();
  await foreign.close();
});
const forward = ({ request }: { request: Request }) => connected.fetch(request);
beforeEach(() => {
  const about = capabilities();
  const market = { ...about.market, asOf: formatTime(testNow) };
  server.use(
    http.all('*/p/*', forward),
    http.all('*/x/users/*', forward),
    http.all('*/x/thematics/*', forward),
    http.get('*/x/capabilities', () => HttpResponse.json({ ...about, market })),
  );
});

interface Shown {
  readonly period: Period;
  readonly asOf: number | null;
}

async function sheetOf(subject: PortfolioSubject, { period, asOf }: Shown): Promise<HTMLElement> {
  const params = new URLSearchParams({ period: periodWord(period) });
  if (asOf !== null) params.set('asOf', formatTime(asOf));
  const view = open(`${urls.report(subject)}?${params.toString()}`);
  await screen.findByRole('heading', { name: 'Figures and definitions' });
  const sheet = view.container.querySelector<HTMLElement>('.tear-sheet');
  if (sheet === null) throw new Error('There is no sheet');
  return sheet;
}

async function fileOf(subject: PortfolioSubject, shown: Shown): Promise<Document> {
  const html = await renderReport(subject, {
    ...shown,
    market: { kind: 'connected', asOf: formatTime(testNow), currency: null },
    request: (path) => connected.call('GET', path),
  });
  return new DOMParser().parseFromString(html, 'text/html');
}

const now: Shown = { period: 'all', asOf: null };
const past: Shown = { period: 'year', asOf: testNow - 20 * 86_400_000 };

test.each([now, past, { period: 'last-month', asOf: null }] satisfies Shown[])(
  'the page and the file are the same for a foreign service, for user, wallet and thematic: %o',
  async (shown) => {
    for (const subject of subjects) {
      const sheet = await sheetOf(subject, shown);
      const file = await fileOf(subject, shown);
      expect(file.querySelector('.tear-sheet')?.innerHTML).toBe(sheet.innerHTML);
      expect(sheet.textContent).not.toMatch(/NaN|Infinity|undefined|null/);
      cleanup();
    }
  },
);

test.each([{ user }, { user, thematic }] satisfies PortfolioSubject[])(
  'the sheet of %o has totals and weights, and says why returns, risk and drivers are missing',
  async (subject) => {
    const sheet = await sheetOf(subject, now);
    const region = (name: string) => within(sheet).getByRole('region', { name }).textContent;
    expect(within(sheet).getAllByRole('img', { name: /^Value/ })).toHaveLength(1);
    expect(within(sheet).queryAllByRole('img', { name: /^Return/ })).toEqual([]);
    expect(within(sheet).getByRole('table', { name: 'By token' }).textContent).toContain('AUGRY');
    for (const name of ['Monthly returns', 'Deepest drawdowns', 'Figures and definitions']) {
      expect(region(name)).toContain(notReported.holdings);
    }
    expect(region('What moved the value')).toMatch(/deposits|not report/);
  },
);

test('a thematic of a foreign service has figures, months and drawdowns', async () => {
  const sheet = await sheetOf({ thematic }, now);
  expect(within(sheet).getAllByRole('img')).toHaveLength(2);
  expect(within(sheet).getByText('of the level')).toBeTruthy();
  const months = within(sheet).getByRole('region', { name: 'Monthly returns' });
  expect(within(months).getAllByRole('rowheader').length).toBeGreaterThan(1);
});

test('as of a past instant, the last reported total, and why the positions of then are not known', async () => {
  const sheet = await sheetOf({ user }, past);
  expect(sheet.querySelector('.head dd')?.textContent).toMatch(/^[\d,]+\.\d\d$/);
  expect(within(sheet).getByRole('region', { name: 'Allocation' }).textContent).toMatch(
    /By token: .+\./,
  );
});
