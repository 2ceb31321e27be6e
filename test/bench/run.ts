import { cpus } from 'node:os';
import { benchBrowser } from './browser.ts';
import { benchDecimation } from './decimation.ts';
import { benchDirectory } from './directory.ts';
import { benchHttp } from './http.ts';
import { benchLighthouse } from './lighthouse.ts';
import { written } from './measure.ts';
import { benchWebhooks } from './webhooks.ts';

/** Every performance figure of the README, each beside what it is compared to: `npm run bench -- [section …]`. */
const sections: Record<string, () => Promise<readonly string[]>> = {
  decimation: async () => written(await benchDecimation()),
  browser: benchBrowser,
  directory: benchDirectory,
  http: async () => written(await benchHttp()),
  webhooks: benchWebhooks,
  lighthouse: benchLighthouse,
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
  process.stdout.write(`\n${name}\n${(await run()).join('\n')}\n`);
}
