import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '#contract/paths.ts';
import { readConfig, type Config } from '../config/config.ts';
import { settingsHelp } from '../config/help.ts';
import { Refusal, wrongUse } from '../refusal.ts';
import { toldWhatWasAsked } from './asked.ts';
import type { Command } from './command.ts';
import { formOf } from './files.ts';
import { showImport } from './importAnswer.ts';

const help = `Brings real prices and thematics in, from CSV or CSV.gz files.

  npm run import -- ../shared/data              every .csv and .csv.gz file of a folder
  npm run import -- daily.csv.gz thematics.csv  these files
  npm run import -- ../shared/data --replace    although users hold something already

The files go to the process that holds DATA_DIR, or into the database where none does.
All or nothing: what is wrong is named by file, line and column, and nothing is kept.
The same files again change nothing.

  --replace                           Drops holdings in the simulated market other than those of
                                      sample users; users, attributes and webhooks stay.

Settings that matter here are DATA_DIR and DATABASE_URL:

${settingsHelp()}`;

const startsWithin = 120;

type Send = (form: FormData) => Promise<Response>;

/** \`npm run import\`. */
export const importCommand: Command = async (options) => {
  if (toldWhatWasAsked(options, help)) return 0;
  const { args, environment, print } = options;
  const { config, positionals, switches } = readConfig(args, environment, ['replace']);
  if (positionals.length === 0) {
    throw new Refusal(
      'Say which folder or files: npm run import -- FOLDER. More by --help.',
      wrongUse,
    );
  }
  const form = await formOf(positionals, switches.has('replace'));
  const { takeOrFindHolder, inUse } = await import('../process/store.ts');
  const taken = await takeOrFindHolder(config, 'import');
  if ('holder' in taken) {
    const { holder } = taken;
    if (holder?.url == null) throw new Refusal(inUse(config.dataDir, holder));
    print(`Sending the files to process ${holder.pid}, which serves ${holder.url}`);
    await showImport(await sendTo(holder.url, form), print);
    return 0;
  }
  try {
    await withService(config, print, async (send) => showImport(await send(form), print));
    if (config.databaseUrl !== null) {
      print('Processes that run on this PostgreSQL take the new prices over within seconds.');
    }
  } finally {
    await taken.lock?.release();
  }
  return 0;
};

/** Posts to a process, once it has started: an upload that is not read is broken off. */
async function sendTo(url: string, form: FormData): Promise<Response> {
  for (let second = 0; second < startsWithin; second += 1) {
    const health = await reach(url + paths.health());
    await health.body?.cancel();
    if (health.status !== 503) break;
    await wait(1000);
  }
  return reach(url + paths.import(), { method: 'POST', body: form });
}

async function reach(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Refusal(
      `${url} could not be reached: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}

/** Opens the database in this process and has the service itself take the files. */
async function withService(
  config: Config,
  print: (line: string) => void,
  work: (send: Send) => Promise<void>,
): Promise<void> {
  const { openStore } = await import('../process/store.ts');
  const { openMarket } = await import('../process/market.ts');
  const { createLog } = await import('../process/log.ts');
  const { createEventLog } = await import('#service/events/log.ts');
  const { createService } = await import('#service/service.ts');
  const { database, secretKey } = await openStore(config, print);
  try {
    const service = createService({
      database,
      market: await openMarket(database, config, Date.now),
      clock: Date.now,
      secretKey,
      log: createLog(),
      webhookTargets: config.webhookTargets,
      ownUrl: () => 'http://localhost',
      events: createEventLog({ minInterval: config.webhooksMinIntervalSeconds * 1000 }),
    });
    await work(async (body) =>
      service.request(`http://localhost${paths.import()}`, { method: 'POST', body }),
    );
  } finally {
    await database.close();
  }
}
