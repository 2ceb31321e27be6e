import { grouped } from '#contract/digits.ts';
import { readConfig } from '../config/config.ts';
import { settingsHelp } from '../config/help.ts';
import { marketSettings, maxSampleUsers, storeSettings } from '../config/settings.ts';
import { Refusal, wrongUse } from '../config/refusal.ts';
import { printHelpOrVersion } from './helpOrVersion.ts';
import type { Command } from './command.ts';

const help = `Makes sample users, or removes them. Stop the process that holds the folder first.

  npm run samples -- remove           removes all sample users, with their wallets
  npm run samples -- make 1000        1,000 sample users, in place of the existing ones

The settings that apply:

${settingsHelp([...storeSettings, ...marketSettings])}`;

/** `npm run samples`. */
export const samplesCommand: Command = async (options) => {
  if (printHelpOrVersion(options, help)) return 0;
  const { args, environment, print } = options;
  const { config, positionals } = readConfig(args, environment);
  const count = countOf(positionals);
  const { openStore, takeFolder } = await import('../process/store.ts');
  const { openMarket } = await import('../process/openMarket.ts');
  const { fillNew } = await import('../process/fill.ts');
  const { recordCommand } = await import('../audit/recordCommand.ts');
  const { recordChange } = await import('#service/events/log.ts');
  const { makeSamples, removeSamples } = await import('#service/samples/make.ts');
  const lock = await takeFolder(config, 'samples');
  try {
    const { database } = await openStore(config, print);
    try {
      const market = await openMarket(database, config, Date.now);
      await fillNew(database, market, { sampleUsers: 0 }, { clock: Date.now, print });
      const removed = await database.transaction(async (tx) => {
        const taken = await removeSamples(tx);
        await makeSamples(tx, market, { count });
        await recordChange(tx);
        return taken;
      });
      await recordCommand(database, 'samples', print, { removed, made: count });
      print(`${grouped(removed)} sample users removed, ${grouped(count)} made.`);
    } finally {
      await database.close();
    }
  } finally {
    await lock?.release();
  }
  return 0;
};

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
