import { screen, waitFor, within } from '@testing-library/react';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchPath } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { pages } from '#dashboard/app/pages.ts';
import { carriesOf } from '#dashboard/url/carried.ts';
import { giveSize, makeUser, readThematics } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';

const customId = 'a/b?c#d e%2F';
const then = '2026-03-01T00:00:00.000Z';
const dashboard = join(import.meta.dirname, '../../../src/dashboard');

beforeEach(() => giveSize({ width: 1280, height: 600 }));

/** A user with two wallets that share a token, so that every list of links has rows. */
async function fill() {
  const [one, two] = await readThematics();
  if (one === undefined || two === undefined) throw new Error('There are no two thematics');
  const token = one.tokens[0]?.token._id ?? '';
  const holding = (thematics: string) => ({
    thematics,
    tokens: { [token]: 3 },
    at: '2025-03-01T00:00:00.000Z',
  });
  await makeUser(customId, { name: 'Ada' }, [holding(one._id), holding(two._id)]);
  const ids: Record<string, string> = { customId, thematicId: one._id, tokenId: token };
  return {
    addressOf: (pattern: string) =>
      pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? '')),
    compared: `ids=${encodeURIComponent(one._id)}&ids=${encodeURIComponent(two._id)}`,
  };
}

const patternOf = (path: string) =>
  Object.keys(pages).find((pattern) => matchPath(pattern, path) !== null);

async function settled(view: ReturnType<typeof open>): Promise<HTMLElement> {
  const main = await screen.findByRole('main');
  await within(main).findByRole('heading', { level: 1 });
  await waitFor(() => expect(view.queryClient.isFetching()).toBe(0), { timeout: 5000 });
  return main;
}

/** Addresses of the links on a page: their pattern, their period and their instant. A comparison of dates names its own. */
function linksIn(main: HTMLElement) {
  return [...main.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].flatMap((link) => {
    if (link.textContent.startsWith('Compare with ')) return [];
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://test');
    const to = patternOf(pathname);
    return to === undefined
      ? []
      : [{ to, period: searchParams.get('period'), asOf: searchParams.get('asOf') }];
  });
}

test('the table of what links carry names pages', () => {
  expect(Object.keys(pages)).toEqual(expect.arrayContaining(Object.keys(carriesOf)));
});

test.each(Object.keys(pages))(
  'links on %s carry its period and its instant to pages that show them, and to no other',
  async (pattern) => {
    const { addressOf, compared } = await fill();
    const own = `period=2026-01-01..&asOf=${then}`;
    const more = pattern.startsWith('/compare') ? `&${compared}` : '';
    const view = open(`${addressOf(pattern)}?${own}${more}`);
    const main = await settled(view);
    const from = carriesOf[pattern];
    // The page itself says that it shows the instant, and has a choice of periods.
    expect(within(main).queryAllByRole('region', { name: 'As of' })).toHaveLength(
      from?.asOf === true ? 1 : 0,
    );
    const choices = () => within(main).queryAllByLabelText(/^(Period|From)$/).length;
    await waitFor(() => expect(choices() > 0).toBe(from?.period !== undefined));
    const links = linksIn(main);
    for (const { to, period, asOf } of links) {
      const carries = carriesOf[to];
      const hasPeriod = from?.period !== undefined && carries?.period !== undefined;
      const hasAsOf = from?.asOf === true && carries?.asOf === true;
      expect({ to, period, asOf }).toEqual({
        to,
        period: hasPeriod ? '2026-01-01..' : null,
        asOf: hasAsOf ? then : null,
      });
    }
    // Otherwise a page with a period would prove nothing.
    expect(from === undefined || links.length > 0).toBe(true);
  },
);

test('wallets that must trade carry the period of their thematic', async () => {
  const { addressOf } = await fill();
  const view = open(`${addressOf('/thematics/:thematicId')}?period=year`);
  await settled(view);
  const panel = await screen.findByRole('region', { name: 'Back to target' });
  await view.user.click(await within(panel).findByRole('radio', { name: 'By wallet' }));
  const link = await within(panel).findByRole('link', { name: customId });
  expect(link.getAttribute('href')).toMatch(
    /^\/users\/a%2Fb%3Fc%23d%20e%252F\/wallets\/.*\?period=year$/,
  );
});

/** They lead out of the page as a place, not from what it shows. */
const withoutPeriod = [
  /^app\//,
  /^access\//,
  /^settings\//,
  /^webhooks\//,
  /^design\/PageLink\.tsx$/,
  // A comparison from the past instant to now.
  /^history\/(AsOfBar|GoToDate)\.tsx$/,
  // Files and JSON.
  /^portfolio\/(CsvLink|ItemChangeLine)\.tsx$/,
];

test('pages link with PageLink or a table, which carry, and with no other link', () => {
  const files = globSync('**/*.tsx', { cwd: dashboard }).filter((file) =>
    /import \{[^}]*\bLink\b[^}]*\} from 'react-router-dom'/.test(
      readFileSync(join(dashboard, file), 'utf8'),
    ),
  );
  expect(files.filter((file) => !withoutPeriod.some((allowed) => allowed.test(file)))).toEqual([]);
});
