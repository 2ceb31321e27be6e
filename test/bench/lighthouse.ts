import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browserFlags, findChromium } from '#test/support/browser.ts';
import { startGateway } from '#test/support/process.ts';
import { median } from './measure.ts';
import { sized } from './size.ts';

const run = promisify(execFile);
/** npm downloads it on demand: as a dependency it would double every installation. */
const lighthouse = ['exec', '--yes', '--package=lighthouse@13.5.0', '--', 'lighthouse'];
const rounds = sized(3, 1);

const pages = sized(
  [
    '/users',
    '/users/meridian-treasury',
    '/users/meridian-treasury/wallets/settlement-layers',
    '/thematics/settlement-layers',
  ],
  ['/users'],
);
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Report {
  readonly categories: Record<(typeof categories)[number], { readonly score: number | null }>;
  readonly audits: Record<string, { readonly numericValue?: number }>;
}

/**
 * Runs Lighthouse on four pages of the built product: mobile profile, with slow 4G and a processor slowed 4 times, both
 * simulated.
 */
export async function benchLighthouse(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-lighthouse-'));
  const gateway = await startGateway({ DATA_DIR: join(folder, 'data') });
  const environment = { ...process.env, CHROME_PATH: await findChromium() };
  try {
    const told: string[] = [];
    for (const page of pages) {
      const reports: Report[] = [];
      for (let round = 0; round < rounds; round += 1) {
        process.stderr.write(`lighthouse: ${page}, round ${round + 1} of ${rounds}\n`);
        const output = join(folder, 'report.json');
        const flags = `--chrome-flags=--headless=new ${browserFlags().join(' ')}`;
        const asked = [
          gateway.url + page,
          '--quiet',
          '--output=json',
          `--output-path=${output}`,
          flags,
        ];
        await run('npm', [...lighthouse, ...asked], { env: environment });
        reports.push(JSON.parse(await readFile(output, 'utf8')));
      }
      told.push(lineOf(page, reports));
    }
    return told;
  } finally {
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function lineOf(page: string, reports: readonly Report[]): string {
  const scores = categories.map(
    (name) =>
      `${name} ${Math.round(100 * median(reports.map((report) => report.categories[name].score ?? Number.NaN)))}`,
  );
  const audit = (name: string) =>
    median(reports.map((report) => report.audits[name]?.numericValue ?? Number.NaN)).toFixed(0);
  return `${page.padEnd(54)} ${scores.join(' · ')} · largest paint ${audit('largest-contentful-paint')} ms · blocked ${audit('total-blocking-time')} ms`;
}
