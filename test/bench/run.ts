import { cpus } from 'node:os';
import { benchBrowser } from './browser.ts';
import { benchDecimation } from './decimation.ts';
import { benchDirectory } from './directory.ts';
import { benchHttp } from './http.ts';
import { benchLighthouse } from './lighthouse.ts';
import { written, type Tell } from './measure.ts';
import { benchTicks } from './ticks.ts';
import { benchWebhooks } from './webhooks.ts';

const atItsEnd = (run: () => Promise<readonly string[]>) => async (tell: Tell) =>
  (await run()).forEach((line) => tell(line));

/** Every performance figure of the README, each beside what it is compared to: `npm run bench -- [section …]`. */
const sections: Record<string, (tell: Tell) => Promise<void>> = {
  decimation: atItsEnd(async () => written(await benchDecimation())),
  browser: atItsEnd(benchBrowser),
  directory: atItsEnd(benchDirectory),
  http: atItsEnd(async () => written(await benchHttp())),
  webhooks: benchWebhooks,
  ticks: benchTicks,
  lighthouse: atItsEnd(benchLighthouse),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in sections));
if (unknown.length > 0) {
  process.stderr.write(
    `No section ${unknown.join(', ')}: there are ${Object.keys(sections).join(', ')}.\n`,
  );
  process.exit(2);
}
process.stdout.write(`Node ${process.version}, ${cpus().length} cores; medians\n`);
for (const [name, run] of Object.entries(sections)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`\n${name}\n`);
  await run((line) => process.stdout.write(`${line}\n`));
}
