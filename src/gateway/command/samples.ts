import { putSamples } from '#contract/operations/samples.ts';
import { maxSampleUsers } from '#contract/samples.ts';
import { readConfig } from '../config/config.ts';
import { settingsHelp } from '../config/help.ts';
import { marketSettings, storeSettings, type Config } from '../config/settings.ts';
import { Refusal, wrongUse } from '../config/refusal.ts';
import { printHelpOrVersion } from './helpOrVersion.ts';
import type { Command } from './command.ts';
import { callHolder, waitForStart } from './holder.ts';
import { showImport } from './importAnswer.ts';

const help = `Replaces the sample users, or removes them. Other users stay.

  npm run samples -- remove           removes all sample users, with their wallets
  npm run samples -- make 1000        replaces all sample users with 1,000 others

The process that holds DATA_DIR does the work, or this command if there is none.

The settings that apply:

${settingsHelp([...storeSettings, ...marketSettings])}`;

const again = 'run the command again';

export const samplesCommand: Command = async (options) => {
  if (printHelpOrVersion(options, help)) return 0;
  const { args, environment, print } = options;
  const { config, positionals } = readConfig(args, environment);
  const count = countOf(positionals);
  const { takeOrFindHolder, inUse } = await import('../process/store.ts');
  const taken = await takeOrFindHolder(config, 'samples');
  if ('holder' in taken) {
    const { holder } = taken;
    if (holder?.url == null) throw new Refusal(inUse(config.dataDir, holder));
    print(`Process ${holder.pid}, which serves ${holder.url}, replaces its sample users`);
    const request = callHolder({ ...holder, url: holder.url }, again);
    await waitForStart(request);
    const answer = await request(putSamples.path, {
      method: putSamples.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ count }),
    });
    await showImport(answer, print, connectionLost);
    return 0;
  }
  try {
    await replaceDirectly(count, config, print);
  } finally {
    await taken.lock?.release();
  }
  return 0;
};

const connectionLost =
  'The connection to the process was lost. Either all sample users were replaced or none: run the command again.';

async function replaceDirectly(
  count: number,
  config: Config,
  print: (line: string) => void,
): Promise<void> {
  const { openStore } = await import('../process/store.ts');
  const { openMarket } = await import('../process/openMarket.ts');
  const { fillNew } = await import('../process/fill.ts');
  const { recordCommandWithin } = await import('../audit/recordCommand.ts');
  const { replacedText, replaceSamples } = await import('#service/samples/replace.ts');
  const { database } = await openStore(config, print);
  try {
    const market = await openMarket(database, config, Date.now);
    await fillNew(database, market, { sampleUsers: 0 }, { clock: Date.now, print });
    const replaced = await replaceSamples(database, market, { count }, (tx, done) =>
      recordCommandWithin(tx, 'putSamples', done),
    );
    print(replacedText(replaced));
  } finally {
    await database.close();
  }
}

function countOf([verb, count, ...more]: readonly string[]): number {
  if (verb === 'remove' && count === undefined) return 0;
  if (
    verb === 'make' &&
    more.length === 0 &&
    /^\d{1,7}$/.test(count ?? '') &&
    Number(count) <= maxSampleUsers
  ) {
    return Number(count);
  }
  throw new Refusal(
    `Use npm run samples -- remove, or npm run samples -- make with a whole number up to ${maxSampleUsers}. See --help.`,
    wrongUse,
  );
}
