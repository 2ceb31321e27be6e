import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browserFlags, findChromium } from '#test/support/browser.ts';
import { contenders } from './beside.ts';
import { firstPages } from './firstPages.ts';
import { median } from './measure.ts';
import { sized } from './size.ts';
import { startMeasured } from './startMeasured.ts';

const run = promisify(execFile);
/** npm downloads it on demand: as a dependency it would double every installation. */
const lighthouse = ['exec', '--yes', '--package=lighthouse@13.5.0', '--', 'lighthouse'];
const rounds = sized(5, 1);
/** The live stream never lets the network fall quiet, so Lighthouse would wait for 45 s. */
const maxLoadMs = 12_000;

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Report {
  readonly categories: Record<(typeof categories)[number], { readonly score: number | null }>;
  readonly audits: Record<string, { readonly numericValue?: number }>;
  readonly environment: { readonly benchmarkIndex: number };
}

/**
 * Runs Lighthouse on four pages of the built product: mobile profile, with slow 4G and a processor slowed 4 times, both
 * simulated.
 */
export async function benchLighthouse(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-lighthouse-'));
  const running = [];
  try {
    for (const { name, folder: checkout } of contenders) {
      const settings = { DATA_DIR: join(folder, name) };
      running.push({ name, gateway: await startMeasured(settings, checkout) });
    }
    const told: string[] = [];
    const indices: number[] = [];
    for (const page of sized(firstPages, firstPages.slice(0, 1))) {
      const reports = new Map<string, Report[]>();
      for (let round = 0; round < rounds; round += 1) {
        for (const { name, gateway } of running) {
          process.stderr.write(`lighthouse: ${page}, ${name}, round ${round + 1} of ${rounds}\n`);
          const report = await reportOf(gateway.url + page, join(folder, 'report.json'));
          reports.set(name, [...(reports.get(name) ?? []), report]);
          indices.push(report.environment.benchmarkIndex);
        }
      }
      for (const [name, ofPage] of reports) told.push(lineOf(`${page} ${name}`, ofPage));
    }
    return [`benchmark index of this machine: ${median(indices).toFixed(0)}`, ...told];
  } finally {
    for (const { gateway } of running) await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function reportOf(url: string, output: string): Promise<Report> {
  const flags = `--chrome-flags=--headless=new ${browserFlags().join(' ')}`;
  const asked = [url, '--quiet', '--output=json', `--output-path=${output}`, flags];
  asked.push(`--max-wait-for-load=${maxLoadMs}`);
  const environment = { ...process.env, CHROME_PATH: await findChromium() };
  await run('npm', [...lighthouse, ...asked], { env: environment });
  return JSON.parse(await readFile(output, 'utf8'));
}

function lineOf(name: string, reports: readonly Report[]): string {
  const scores = categories.map(
    (name) =>
      `${name} ${Math.round(100 * median(reports.map((report) => report.categories[name].score ?? Number.NaN)))}`,
  );
  const audit = (name: string) =>
    median(reports.map((report) => report.audits[name]?.numericValue ?? Number.NaN)).toFixed(0);
  return `${name.padEnd(61)} ${scores.join(' · ')} · largest paint ${audit('largest-contentful-paint')} ms · blocked ${audit('total-blocking-time')} ms`;
}
