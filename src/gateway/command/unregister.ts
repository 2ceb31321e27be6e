import { unregisterHook } from '#contract/operations/upstream.ts';
import { changesPane, settingsPage } from '#contract/pageNames.ts';
import { readConfig } from '../config/config.ts';
import { connectionSettings } from '../config/connection.ts';
import { settingsHelp } from '../config/help.ts';
import { storeSettings } from '../config/settings.ts';
import { Refusal, wrongUse } from '../config/refusal.ts';
import type { Command } from './command.ts';
import { printHelpOrVersion } from './helpOrVersion.ts';
import { callHolder } from './holder.ts';
import { problemLines } from './importAnswer.ts';

const help = `Removes our webhook from the connected service.

  npm run upstream -- unregister

To register it again, open ${settingsPage}, ${changesPane}. The process that holds DATA_DIR does the
work, or this command if there is none.

The settings that apply:

${settingsHelp([...storeSettings, ...Object.keys(connectionSettings)])}`;

/** `npm run upstream`. */
export const unregisterCommand: Command = async (options) => {
  if (printHelpOrVersion(options, help)) return 0;
  const { args, environment, print } = options;
  const { config, positionals } = readConfig(args, environment);
  if (positionals.join(' ') !== 'unregister') {
    throw new Refusal('Use npm run upstream -- unregister. See --help.', wrongUse);
  }
  const { takeOrFindHolder, inUse, openStore } = await import('../process/store.ts');
  const taken = await takeOrFindHolder(config, 'upstream');
  if ('holder' in taken) {
    const { holder } = taken;
    if (holder?.url == null) throw new Refusal(inUse(config.dataDir, holder));
    const request = callHolder({ ...holder, url: holder.url }, 'run the command again');
    const response = await request(unregisterHook.path, { method: unregisterHook.method });
    if (!response.ok) throw new Refusal(await problemLines(response));
    print(done);
    return 0;
  }
  const { portfolioServiceUrl: url } = config;
  if (url === null) throw new Refusal('PORTFOLIO_SERVICE_URL is not set: no service is connected.');
  const { openSource } = await import('../process/openService.ts');
  const { createRegistration } = await import('#upstream/live/registration.ts');
  const { recordCommand } = await import('../audit/recordCommand.ts');
  const { Problem } = await import('#platform/http/problem.ts');
  try {
    const { database, secretKey } = await openStore(config, print);
    const source = openSource(config, url, {
      clock: Date.now,
      elapsed,
      named: new URL(url).origin,
    });
    try {
      const store = createRegistration({ database, source, url, secretKey, clock: Date.now });
      await recordCommand(database, 'unregisterHook', print, 'started');
      const removed = await store.unregister();
      await recordCommand(database, 'unregisterHook', print);
      print(removed === null ? 'None of our webhooks is registered.' : done);
    } catch (error) {
      if (error instanceof Problem) throw new Refusal(error.message);
      throw error;
    } finally {
      await source.close();
      await database.close();
    }
  } finally {
    await taken.lock?.release();
  }
  return 0;
};

const elapsed = () => performance.now();

const done = 'Our webhook was removed from the connected service.';
