import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { securityHeaders } from '#gateway/http/security.ts';
import { browserFlags, findChromium } from '#test/support/browser.ts';
import { walk } from './browser/columns.ts';
import type { Bench } from './browser/page.ts';
import { median } from './measure.ts';

const outDir = join(import.meta.dirname, '../../node_modules/.cache/bench/browser');
const sizes = [
  { records: 1000, rounds: 15 },
  { records: 20_000, rounds: 11 },
  { records: 1_000_000, rounds: 7 },
] as const;
const largest = 1_000_000;
const steps = 30;

declare global {
  var bench: Bench;
}

/** Our chart beside others in one browser: from data in memory to painted, zoom and hover, and from JSON to painted. */
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
  // Frames as fast as they come: else each would take the 16.7 ms of a screen.
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
  for (const { records, rounds } of sizes) {
    const times = await page.evaluate(([n, k]) => globalThis.bench.first(n, k), [
      records,
      rounds,
    ] as const);
    lines.push(lineOf(`${count(records)} records`, times));
  }
  return lines;
}

async function moving(page: Page): Promise<string[]> {
  const moves = await page.evaluate(([n, k]) => globalThis.bench.moving(n, k), [
    largest,
    steps,
  ] as const);
  const of = (kind: 'zoom' | 'hover') =>
    Object.fromEntries(Object.entries(moves).map(([name, move]) => [name, move[kind]]));
  return [
    `${count(largest)} records, from one step to painted, ms, median (worst)`,
    lineOf('zoom', of('zoom')),
    lineOf('hover', of('hover')),
  ];
}

async function fetched(page: Page): Promise<string[]> {
  const runs: Awaited<ReturnType<Bench['fetched']>>[] = [];
  // The first one warms up.
  for (let round = 0; round <= 7; round += 1) {
    runs.push(await page.evaluate(() => globalThis.bench.fetched()));
  }
  const counted = runs.slice(1);
  const blocks = counted.map(({ longest }) => longest);
  const worst = Math.max(...blocks);
  return [
    `${count(largest)} records of JSON, from the answer's first byte to painted, ms, median (worst)`,
    lineOf('', { ours: counted.map(({ time }) => time) }),
    `longest the page stood still: ${worst === 0 ? 'never 50 ms' : `${median(blocks).toFixed(0)} (${worst.toFixed(0)}) ms`}`,
  ];
}

function lineOf(name: string, times: Readonly<Record<string, readonly number[]>>): string {
  const cells = Object.entries(times).map(([who, all]) =>
    `${who} ${median(all).toFixed(1)} (${Math.max(...all).toFixed(1)})`.padEnd(26),
  );
  return `${name.padEnd(20)} ${cells.join(' ')}`.trimEnd();
}

function count(records: number): string {
  return records.toLocaleString('en-GB');
}

/** The body of a history as a service sends it, kept from run to run. */
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

/** Serves the built page, under the policy of the product, and the long history. */
async function serve(history: Buffer): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const send = (type: string, body: Buffer) =>
      response.writeHead(200, { ...securityHeaders(), 'Content-Type': type }).end(body);
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
