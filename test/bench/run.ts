import { cpus } from 'node:os';
import { benchAsOf } from './asOf.ts';
import { benchBook } from './book.ts';
import { benchBrowser } from './browser.ts';
import { benchChanges } from './changes.ts';
import { benchDecimation } from './decimation.ts';
import { benchDirectory } from './directory.ts';
import { benchDirectoryModel } from './directoryModel.ts';
import { benchEmbedded } from './embedded.ts';
import { benchFigures } from './figures.ts';
import { attackNames, benchFire } from './fire.ts';
import { benchFleet } from './fleet.ts';
import { benchFirstVisit } from './firstVisit.ts';
import { benchHttp } from './http.ts';
import { benchImport } from './import.ts';
import { benchLighthouse } from './lighthouse.ts';
import { written, type Tell } from './measure.ts';
import { isSmallest, sized } from './size.ts';
import { benchMillion } from './million.ts';
import { benchTicks } from './ticks.ts';
import { benchUpstream } from './upstream.ts';
import { benchWebhooks } from './webhooks.ts';

const atItsEnd = (run: () => Promise<readonly string[]>) => async (tell: Tell) =>
  (await run()).forEach((line) => tell(line));

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const [first, ...more] = names;
const attacks = first === 'fire' ? more : [];

/**
 * Produces every figure of test/bench/README.md with its baseline, and runs the attacks:
 * `npm run bench -- [section …]`, `npm run bench -- fire [attack …]`. `--beside=FOLDER`: first visits of another built checkout
 * too. With `--smallest` (CI), a line without a figure is an error.
 */
const sections: Record<string, (tell: Tell) => Promise<void>> = {
  decimation: atItsEnd(async () => written(await benchDecimation())),
  browser: atItsEnd(benchBrowser),
  directory: benchDirectory,
  model: benchDirectoryModel,
  figures: benchFigures,
  asOf: benchAsOf,
  book: benchBook,
  http: atItsEnd(async () => written(await benchHttp())),
  changes: benchChanges,
  embedded: benchEmbedded,
  webhooks: benchWebhooks,
  ticks: benchTicks,
  upstream: benchUpstream,
  import: benchImport,
  fleet: benchFleet,
  million: benchMillion,
  firstVisit: benchFirstVisit,
  lighthouse: atItsEnd(benchLighthouse),
  fire: (tell) => benchFire(tell, attacks),
};

const wanted = first === 'fire' ? [first] : names;
mustBeAmong('section', wanted, Object.keys(sections));
mustBeAmong('attack', attacks, attackNames);
process.stdout.write(
  `Node ${process.version}, ${cpus().length} cores; ${sized('medians', 'smallest sizes: no measurement')}\n`,
);
for (const [name, run] of Object.entries(sections)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  // Its smallest size is fleet.proof.
  if (isSmallest && name === 'fleet') continue;
  process.stdout.write(`\n${name}\n`);
  await run((line) => {
    process.stdout.write(`${line}\n`);
    if (isSmallest && /\b(NaN|undefined|Infinity)\b/.test(line)) {
      throw new Error(`${name}: a line has no figure: ${line}`);
    }
  });
}

function mustBeAmong(what: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  process.stderr.write(`No ${what} ${unknown.join(', ')}: there are ${known.join(', ')}.\n`);
  process.exit(2);
}
