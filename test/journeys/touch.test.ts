import type { CDPSession } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharedSite, type Visit } from '#test/support/site.ts';

const site = sharedSite();

/** Where each finger is, in client px; none where all are lifted. */
type Fingers = readonly (readonly [x: number, y: number])[];

/** The chart of a page on a telephone, and fingers over it, as the screen tells them to the browser. */
async function chartUnderFingers(visit: Visit) {
  const { page } = visit;
  const chart = page.getByRole('application');
  await page.locator('path.recharts-line-curve').waitFor();
  await visit.settled();
  const box = await chart.boundingBox();
  if (box === null) throw new Error('No chart is in sight');
  const session = await page.context().newCDPSession(page);
  const at = (shareX: number, shareY: number) =>
    [box.x + shareX * box.width, box.y + shareY * box.height] satisfies Fingers[number];
  return { chart, session, at };
}

async function touch(session: CDPSession, type: 'Start' | 'Move' | 'End', fingers: Fingers) {
  const touchPoints = fingers.map(([x, y], id) => ({ x, y, id }));
  await session.send('Input.dispatchTouchEvent', { type: `touch${type}`, touchPoints });
}

/** Puts fingers down and moves them in small steps; they stay down. */
async function slide(session: CDPSession, from: Fingers, to: Fingers, steps = 12): Promise<void> {
  await touch(session, 'Start', from);
  for (let step = 1; step <= steps; step += 1) {
    const fingers = from.map(([x, y], i) => {
      const [toX, toY] = to[i] ?? [x, y];
      return [x + ((toX - x) * step) / steps, y + ((toY - y) * step) / steps] as const;
    });
    await touch(session, 'Move', fingers);
  }
}

const lift = (session: CDPSession) => touch(session, 'End', []);

/** The stretch in the address, in hours; null where there is none. */
function zoomOf({ page }: Visit): number | null {
  const { searchParams } = new URL(page.url());
  const [from, to] = [searchParams.get('from'), searchParams.get('to')];
  if (from === null || to === null) return null;
  return (Date.parse(to) - Date.parse(from)) / 3_600_000;
}

const scrolled = ({ page }: Visit) => page.evaluate(() => scrollY);

const visitUser = () => site.visit('/users/meridian-treasury', { width: 360, hasTouch: true });

test('one that moves sideways reads the records, and the page stays', async () => {
  const visit = await visitUser();
  const { chart, session, at } = await chartUnderFingers(visit);
  const pane = visit.page.getByRole('region', { name: 'Total of meridian-treasury' });
  const end = await pane.getByTitle('Explain: Value', { exact: true }).innerText();
  await slide(session, [at(0.7, 0.5)], [at(0.2, 0.52)]);
  await expect
    .poll(() => pane.innerText())
    .toMatch(/\d{1,2} \w{3} \d{4}, \d\d:\d\d, since \d{1,2} \w{3}/);
  expect(await pane.getByTitle('Explain: Value', { exact: true }).innerText()).not.toBe(end);
  const there = await chart.getByRole('status').innerText();
  await slide(session, [at(0.2, 0.52)], [at(0.4, 0.52)]);
  await expect.poll(() => chart.getByRole('status').innerText()).not.toBe(there);
  expect(await scrolled(visit)).toBe(0);
  await lift(session);
  await expect.poll(() => pane.innerText()).toMatch(/past month, since/);
  expect(await pane.getByTitle('Explain: Value', { exact: true }).innerText()).toBe(end);
  expect(zoomOf(visit)).toBeNull();
});

test('one that moves upwards scrolls the page, and nothing stays read', async () => {
  const visit = await visitUser();
  const { session, at } = await chartUnderFingers(visit);
  await slide(session, [at(0.5, 0.8)], [at(0.52, 0.1)]);
  await expect.poll(() => scrolled(visit)).toBeGreaterThan(80);
  await lift(session);
  const pane = visit.page.getByRole('region', { name: 'Total of meridian-treasury' });
  await expect.poll(() => pane.innerText()).toMatch(/past month, since/);
  expect(zoomOf(visit)).toBeNull();
});

test('two that part zoom, two put down and lifted at once lead back, and so does Back', async () => {
  const visit = await visitUser();
  const { session, at } = await chartUnderFingers(visit);
  await slide(session, [at(0.3, 0.5), at(0.5, 0.5)], [at(0.1, 0.5), at(0.7, 0.5)]);
  // While they are down the line follows, and the address waits.
  expect(zoomOf(visit)).toBeNull();
  await lift(session);
  await expect.poll(() => zoomOf(visit)).not.toBeNull();
  const third = (30 * 24) / 3;
  expect(zoomOf(visit)).toBeGreaterThan(third * 0.9);
  expect(zoomOf(visit)).toBeLessThan(third * 1.1);
  await visit.page.getByRole('button', { name: 'Clear the zoom' }).waitFor();
  // The page itself is as large as before.
  expect(await visit.page.evaluate(() => visualViewport?.scale)).toBe(1);
  expect(await scrolled(visit)).toBe(0);

  await touch(session, 'Start', [at(0.3, 0.5), at(0.6, 0.5)]);
  await lift(session);
  await expect.poll(() => zoomOf(visit)).toBeNull();
  await visit.page.goBack();
  await expect.poll(() => zoomOf(visit)).not.toBeNull();
});

test('two that close zoom out again', async () => {
  const visit = await visitUser();
  const { session, at } = await chartUnderFingers(visit);
  await slide(session, [at(0.3, 0.5), at(0.5, 0.5)], [at(0.1, 0.5), at(0.7, 0.5)]);
  await lift(session);
  await expect.poll(() => zoomOf(visit)).not.toBeNull();
  const near = zoomOf(visit) ?? NaN;
  await slide(session, [at(0.2, 0.5), at(0.6, 0.5)], [at(0.3, 0.5), at(0.5, 0.5)]);
  await lift(session);
  await expect.poll(() => zoomOf(visit)).toBeGreaterThan(near * 1.5);
});

test.each(['value', 'index', 'drawdown'])(
  'the records as a table fit a telephone, drawn as %s: no figure stands on another',
  async (mode) => {
    const visit = await site.visit(
      `/users/meridian-treasury/wallets/settlement-layers?view=table&mode=${mode}&benchmark=none`,
      { width: 360, hasTouch: true },
    );
    const table = visit.page.getByRole('table', { name: /^Total of meridian-treasury/ });
    await table.getByRole('row').nth(5).waitFor();
    const rows = await table.evaluate((element) =>
      Array.from(element.querySelectorAll('tr:not([aria-hidden])'), (row) =>
        Array.from(row.children, (cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const { left, right } = range.getBoundingClientRect();
          return { left, right, isCut: cell.scrollWidth > cell.clientWidth };
        }).filter(({ left, right }) => right > left),
      ),
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const cells of rows) {
      expect(cells.map(({ isCut }) => isCut)).not.toContain(true);
      const edges = [0, ...cells.flatMap(({ left, right }) => [left, right]), 360];
      expect(edges).toEqual(edges.toSorted((a, b) => a - b));
    }
  },
);

test('the filter names every thematic in full, and a row that is cut says that there are more', async () => {
  const visit = await site.visit('/users', { width: 360, hasTouch: true });
  const { page } = visit;
  await page.getByRole('button', { name: /Filter/ }).tap();
  const choices = page.getByRole('group', { name: 'Holds any of these thematics' });
  await choices.getByRole('checkbox').first().waitFor();
  await visit.settled();
  const { cut, rows } = await choices.evaluate((group) => {
    const list = group.querySelector('label:has([type=checkbox])')?.parentElement;
    const height = list?.querySelector('label')?.offsetHeight ?? 0;
    const names = [...(list?.querySelectorAll('label > span') ?? [])];
    return {
      cut: names.filter((name) => name.scrollWidth > name.clientWidth).map((it) => it.textContent),
      rows: (list?.clientHeight ?? 0) / height,
    };
  });
  expect(cut).toEqual([]);
  expect(rows % 1).toBeCloseTo(0.5);
});

test.each([
  ['/tokens', 'Tokens', ['Token', 'Price USD', 'Month return']],
  ['/thematics/settlement-layers', 'Holders', ['User', 'Value USD', '% of user']],
  [
    '/thematics/settlement-layers?period=year',
    'Constituents',
    ['Token', 'Weight', 'Return, year', 'Contribution points'],
  ],
] as const)('on a telephone %s says what the figures of %s are', async (path, name, heads) => {
  const { page } = await site.visit(path, { width: 360, hasTouch: true });
  const head = page.getByRole('table', { name }).locator('thead th').filter({ visible: true });
  await head.first().waitFor();
  await expect.poll(() => head.allTextContents()).toEqual(heads);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test.each([360, 1280] as const)(
  'a page that is zoomed into is no wider than its window of %d px, and its chart ends within it',
  async (width) => {
    const [from, to] = [20, 10].map((days) => new Date(Date.now() - days * 86_400_000));
    const zoom = `from=${from?.toISOString()}&to=${to?.toISOString()}`;
    for (const page of ['', '/wallets/settlement-layers']) {
      const visit = await site.visit(`/users/meridian-treasury${page}?${zoom}`, { width });
      await visit.page.locator('path.recharts-line-curve').first().waitFor();
      await visit.settled();
      const { document: wide, beyond } = await visit.page.evaluate(() => {
        const svg = document.querySelector('svg.recharts-surface');
        const edge = svg?.getBoundingClientRect().right ?? 0;
        const labels = Array.from(svg?.querySelectorAll('text, rect') ?? [], (element) => ({
          text: element.textContent,
          by: element.getBoundingClientRect().right - edge,
        }));
        return {
          document: document.documentElement.scrollWidth,
          beyond: labels.filter(({ by }) => by > 0.5),
        };
      });
      expect(wide).toBe(width);
      expect(beyond).toEqual([]);
    }
  },
);
