import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { browserFlags, findChromium } from '#test/support/browser.ts';
import { walk } from './browser/columns.ts';
import type { Bench, Name, Times } from './browser/page.ts';
import { median } from './measure.ts';
import { sized } from './size.ts';

const outDir = join(import.meta.dirname, '../../node_modules/.cache/bench/browser');
const sizes = sized([1000, 20_000, 1_000_000], [1000]);
const largest = sized(1_000_000, 1000);
/** Rounds after the warm-up. */
const rounds = sized(15, 1);
const steps = sized(60, 2);

/**
 * Contenders in turn. `ours` is the chart as on the pages, with axes, marks and cursor, like the others. `pane` adds the figure,
 * the toolbar and the address. lightweight-charts runs last: its million objects would slow down the others, and each of its
 * rounds takes seconds.
 */
const inTurn: readonly Name[] = ['ours', 'pane', 'uplot', 'echarts'];
const after: readonly Name[] = ['lightweight'];
const fewRounds = sized(3, 1);

declare global {
  var bench: Bench;
}

/**
 * Compares our chart with others in one browser: from data in memory to painted, zoom and hover, and from JSON to painted.
 *
 * Page, size, data and browser are the same for all, React is its production build, and rounds alternate. Converting data to a
 * library's form is not measured. Deriving from it is (extremes, gaps, visible points). Painted means that the frame was handed
 * to the screen (`painted.ts`). Frames come as fast as they can, not at 60 a second.
 */
export async function benchBrowser(): Promise<string[]> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, 'browser'),
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      target: 'es2024',
      chunkSizeWarningLimit: 5000,
    },
  });
  const { server, url } = await serve(await jsonOf(largest));
  // Unlimited frame rate: otherwise each frame takes the 16.7 ms of a screen.
  const args = [...browserFlags(), '--disable-frame-rate-limit', '--disable-gpu-vsync'];
  const browser = await chromium.launch({ executablePath: await findChromium(), args });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
    page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`));
    await page.goto(url);
    await page.waitForFunction(() => 'bench' in globalThis);
    return [...(await first(page)), ...(await moving(page)), ...(await fetched(page))];
  } finally {
    await browser.close();
    server.close();
  }
}

async function first(page: Page): Promise<string[]> {
  const lines = ['from data in memory to painted, ms, median (worst)'];
  for (const records of sizes) {
    const run = (times: number, names: readonly Name[]) =>
      page.evaluate((args) => globalThis.bench.first(...args), [records, times, names] as const);
    const times = { ...(await run(rounds, inTurn)), ...(await run(fewRounds, after)) };
    lines.push(lineOf(`${count(records)} records`, times), besideUplot(times));
  }
  return lines;
}

async function moving(page: Page): Promise<string[]> {
  const lines = [`${count(largest)} records, from frame to frame, ms, median (worst)`];
  for (const move of ['zoom', 'hover'] as const) {
    const times = await page.evaluate(([kind, ...args]) => globalThis.bench[kind](...args), [
      move,
      largest,
      steps,
      [...inTurn, ...after],
    ] as const);
    lines.push(lineOf(move, times));
  }
  return lines;
}

/** Ratio of our times to uPlot's, round by round, because other load slows down both. */
function besideUplot({ ours = [], pane = [], uplot = [] }: Times): string {
  const of = (times: readonly number[]) =>
    median(times.map((time, round) => time / (uplot[round] ?? NaN))).toFixed(2);
  return `${''.padEnd(20)} ours ${of(ours)} times uplot, pane ${of(pane)} times`;
}

async function fetched(page: Page): Promise<string[]> {
  const runs: Awaited<ReturnType<Bench['fetched']>>[] = [];
  for (let round = 0; round <= sized(9, 1); round += 1) {
    runs.push(await page.evaluate(() => globalThis.bench.fetched()));
  }
  const counted = runs.slice(1);
  const blocks = counted.map(({ longest }) => longest);
  const long = counted.map(({ task }) => task).filter((task) => task > 0);
  return [
    `${count(largest)} records of JSON, from the answer's first byte to painted, ms, median (worst)`,
    lineOf('', { pane: counted.map(({ time }) => time) }),
    lineOf('nothing could begin for', { pane: blocks }),
    `a task of the page's thread over 50 ms: in ${long.length} of ${counted.length} rounds${long.length === 0 ? '' : `, the longest ${Math.max(...long).toFixed(0)} ms`}`,
  ];
}

function lineOf(name: string, times: Times): string {
  const cells = Object.entries(times).map(([who, all]) =>
    `${who} ${median(all).toFixed(1)} (${Math.max(...all).toFixed(1)})`.padEnd(26),
  );
  return `${name.padEnd(20)} ${cells.join(' ')}`.trimEnd();
}

function count(records: number): string {
  return records.toLocaleString('en-GB');
}

/** Returns the body of a history as a service sends it, stored between runs. */
async function jsonOf(records: number): Promise<Buffer> {
  const file = `${outDir}-${records}.json`;
  const kept = await readFile(file).catch(() => null);
  if (kept !== null) return kept;
  const { times, totals } = walk(records);
  const rows = Array.from(
    times,
    (at, i) => `{"date":"${new Date(at).toISOString()}","total":${totals[i]}}`,
  );
  const body = Buffer.from(`[${rows.join(',')}]`);
  await mkdir(join(outDir, '..'), { recursive: true });
  await writeFile(file, body);
  return body;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/**
 * Serves the built page and the long history, without our Content-Security-Policy, because the other libraries write `innerHTML`.
 */
async function serve(history: Buffer): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const send = (type: string, body: Buffer) =>
      response.writeHead(200, { 'Content-Type': type }).end(body);
    if (path === '/p/bench') {
      send('application/json', history);
      return;
    }
    readFile(join(outDir, path)).then(
      (body) => send(types[extname(path)] ?? 'application/octet-stream', body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return { server, url: `http://127.0.0.1:${address.port}/` };
}
