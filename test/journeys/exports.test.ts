import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { getPerformance, getUserHistory } from '#contract/operations/wallets.ts';
import { inkAt } from '#test/support/inkAt.ts';
import { sharedSite, type Visit } from '#test/support/site.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { history, performance } from '#test/support/embedded.ts';

const site = sharedSite();
const customId = 'meridian-treasury';
const title = `Total of ${customId}`;

interface Zoomed {
  readonly visit: Visit;
  /** The records in sight. */
  readonly shown: readonly { readonly date: string; readonly total: number }[];
}

/** The 40th to the 100th record of the past month, as drawdown. */
async function zoomed(): Promise<Zoomed> {
  const path = pathTo(getUserHistory, customId, 'month');
  const records = history.parse(await (await fetch(site.url() + path)).json());
  const shown = records.slice(40, 101);
  const zoom = new URLSearchParams({
    mode: 'drawdown',
    from: shown[0]?.date ?? '',
    to: shown.at(-1)?.date ?? '',
  });
  const visit = await site.visit(`/users/${customId}?${zoom}`);
  await visit.page.locator('path.recharts-line-curve').first().waitFor();
  await visit.settled();
  return { visit, shown };
}

/** The file that the menu hands out, and its name. */
async function exported({ page }: Visit, kind: 'CSV' | 'PNG' | 'SVG') {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export (e)' }).click();
  await page.getByRole('menuitem', { name: kind }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

function fileName({ shown }: Zoomed, extension: string): string {
  const [from, to] = [shown[0], shown.at(-1)].map((record) => record?.date.slice(0, 10));
  return `Total-of-${customId}-month-${from}-to-${to}.${extension}`;
}

/** What an SVG holds, as the browser reads it, and where its words stand when it is drawn. */
async function readSvg({ page }: Visit, text: string) {
  // Under the policy of our own pages no text becomes a document.
  const empty = await page.context().newPage();
  return empty.evaluate((source) => {
    const read = new DOMParser().parseFromString(source, 'image/svg+xml');
    const svg = document.body.appendChild(document.importNode(read.documentElement, true));
    const { left, top, width, height } = svg.getBoundingClientRect();
    const words = Array.from(svg.querySelectorAll('text'), (element) => {
      const box = element.getBoundingClientRect();
      const place = [box.left - left, box.top - top, box.right - left, box.bottom - top] as const;
      return { text: element.textContent, place };
    });
    svg.remove();
    return {
      isWhole: read.querySelector('parsererror') === null,
      size: [width, height],
      title: read.querySelector('title')?.textContent,
      paths: Array.from(read.querySelectorAll('path'), (path) => path.getAttribute('d')),
      words,
    };
  }, text);
}

test('the CSV holds what is shown: the window, raw figures, ISO times', async () => {
  const { visit, shown } = await zoomed();
  const { name, bytes } = await exported(visit, 'CSV');
  expect(name).toBe(fileName({ visit, shown }, 'csv'));
  const [head, ...rows]: string[][] = parse(bytes);
  expect(head).toEqual(['time', `${title} (drawdown, ratio)`]);
  // Of the return, which no deposit moves.
  const returns = await fetch(site.url() + pathTo(getPerformance, customId, 'month'));
  const { dates, index } = performance.parse(await returns.json());
  let peak = -Infinity;
  const drawdowns = dates.slice(40, 101).map((date, i) => {
    const level = index[40 + i] ?? NaN;
    peak = Math.max(peak, level);
    return [date, (level - peak) / peak];
  });
  expect(rows.map(([time, figure]) => [time, Number(figure)])).toEqual(drawdowns);
  expect(dates.slice(40, 101)).toEqual(shown.map(({ date }) => date));

  await visit.page.keyboard.press('t');
  const table = visit.page.getByRole('table', { name: title });
  expect(await table.getAttribute('aria-rowcount')).toBe(String(rows.length + 1));
  // As value, the totals to the last digit, in the unit of the page.
  await visit.page.getByRole('radio', { name: 'Value' }).click();
  const values: string[][] = parse((await exported(visit, 'CSV')).bytes);
  expect(values).toEqual([
    ['time', `${title} (USD)`],
    ...shown.map(({ date, total }) => [date, String(total)]),
  ]);
});

test('the SVG is whole by itself, and its line is the one on the screen', async () => {
  const { visit, shown } = await zoomed();
  const { name, bytes } = await exported(visit, 'SVG');
  expect(name).toBe(fileName({ visit, shown }, 'svg'));
  const source = bytes.toString();
  const svg = await readSvg(visit, source);
  expect(svg.isWhole).toBe(true);
  expect(svg.title).toBe(title);
  const line = await visit.page.locator('path.recharts-line-curve').last().getAttribute('d');
  expect(line).toMatch(/^M[-\d.,]+L/);
  expect(svg.paths).toContain(line);
  const words = svg.words.map(({ text }) => text);
  expect(words).toContain(title);
  expect(words).toContain('Drawdown in %');
  expect(words.find((text) => text.startsWith('Month: '))).toMatch(/^Month: .* to .* UTC$/);
  expect(words.find((text) => text.startsWith('As of '))).toMatch(/^As of .* UTC$/);
  expect(source).not.toMatch(/var\(|class=|style=/);
});

test('the PNG is the same picture, every word of it', async () => {
  const { visit, shown } = await zoomed();
  const { name, bytes } = await exported(visit, 'PNG');
  expect(name).toBe(fileName({ visit, shown }, 'png'));
  const svg = await readSvg(visit, (await exported(visit, 'SVG')).bytes.toString());
  const png = await inkAt(
    visit.page,
    bytes,
    svg.words.map(({ place }) => place),
  );
  // Two dots to a pixel.
  expect(png.size).toEqual(svg.size.map((length) => Math.round(length * 2)));
  const unseen = svg.words.filter((_, i) => (png.ink[i] ?? 0) < 30);
  expect(unseen.map(({ text }) => text)).toEqual([]);
  // The line of what was lost.
  const loss = await visit.page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--loss').trim(),
  );
  expect(png.count(loss)).toBeGreaterThan(500);
});
