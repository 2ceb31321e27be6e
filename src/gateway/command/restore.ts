import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { backupMediaType, resumedDeliveries } from '#contract/backup.ts';
import { restoreBackup, resumeDeliveries } from '#contract/operations/backup.ts';
import { pathOf } from '#contract/operation.ts';
import { readConfig } from '../config/config.ts';
import type { Flags } from '../config/flags.ts';
import { flagsHelp, settingsHelp } from '../config/help.ts';
import { Refusal, wrongUse } from '../config/refusal.ts';
import { storeSettings, type StoreConfig } from '../config/settings.ts';
import type { Print } from '../process/embeddedStore.ts';
import type { Command } from './command.ts';
import { printHelpOrVersion } from './helpOrVersion.ts';
import { callHolder, waitForStart, type Request } from './holder.ts';
import { problemLines, progressText, showImport } from './importAnswer.ts';

const restoreFlags = {
  replace: {
    about:
      'Replaces the data even if there are webhooks, imported prices, or users other than samples.',
  },
} as const satisfies Flags;

const help = `Replaces all data with a backup, all or nothing, whether or not the service is running.

  npm run restore -- portfolio.backup
  npm run restore -- portfolio.backup --replace
  npm run restore -- resume

A damaged, truncated or foreign file changes nothing. Existing access keys stay valid, revoked
keys stay revoked, and everyone must sign in again. Webhooks are paused until resume, so that a
copy does not repeat what the original sends. A running service answers 503 during the restore.

${flagsHelp(restoreFlags)}

The settings that apply:

${settingsHelp(storeSettings)}`;

export const restoreCommand: Command = async (options) => {
  if (printHelpOrVersion(options, help)) return 0;
  const { args, environment, print } = options;
  const { config, positionals, given } = readConfig(args, environment, restoreFlags);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) {
    throw new Refusal('Name one file, or resume: npm run restore -- FILE. See --help.', wrongUse);
  }
  const isResuming = file === 'resume';
  // Checks the file before stopping anything for it.
  if (!isResuming) await check(file);
  const { takeOrFindHolder, inUse } = await import('../process/store.ts');
  const taken = await takeOrFindHolder(config, 'restore');
  if ('holder' in taken) {
    const { holder } = taken;
    if (holder?.url == null) throw new Refusal(inUse(config.dataDir, holder));
    const again = 'restore again: a restore is all or nothing';
    const request = callHolder({ ...holder, url: holder.url }, again);
    await waitForStart(request);
    if (isResuming) await resumeThere(request, print);
    else {
      print(`Sending the backup to process ${holder.pid}, which serves ${holder.url}`);
      const path = pathOf(restoreBackup, { query: given.replace ? { replace: '1' } : {} });
      const body = Readable.toWeb(createReadStream(file));
      const init = { method: 'POST', headers: { 'content-type': backupMediaType }, body };
      const response = await request(path, { ...init, duplex: 'half' });
      await showImport(response, print, connectionLost);
    }
    return 0;
  }
  try {
    await directly(config, print, isResuming ? null : { file, replaces: given.replace });
  } finally {
    await taken.lock?.release();
  }
  return 0;
};

const connectionLost =
  'The connection to the process was lost before the restore ended. Either everything was restored or nothing: check the data, and restore again if necessary.';

async function check(file: string): Promise<void> {
  const { BackupFault, checkBackup } = await import('../backup/read.ts');
  const { folderFault } = await import('../disk/faults.ts');
  const { codeOf } = await import('../config/refusal.ts');
  try {
    await checkBackup(file);
  } catch (error) {
    if (error instanceof BackupFault) throw new Refusal(`${file}: ${error.message}`);
    const code = codeOf(error);
    const reason = code === 'EISDIR' ? 'it is a folder' : folderFault(code);
    if (reason === undefined) throw error;
    throw new Refusal(`${file} cannot be read: ${reason}.`);
  }
}

async function resumeThere(request: Request, print: Print): Promise<void> {
  const response = await request(resumeDeliveries.path, { method: 'POST' });
  if (!response.ok) throw new Refusal(await problemLines(response));
  const { resumed } = z.parse(resumedDeliveries, await response.json());
  print(resumedText(resumed));
}

const resumedText = (resumed: boolean) =>
  resumed ? 'Deliveries are resumed.' : 'Deliveries were not paused.';

/** Opens the database in this process and restores the file; null: resumes deliveries. */
async function directly(
  config: StoreConfig,
  print: Print,
  restoring: { readonly file: string; readonly replaces: boolean } | null,
): Promise<void> {
  const { openStore } = await import('../process/store.ts');
  const { contentOf, restoreWithin } = await import('../backup/restoreWithin.ts');
  const { notEmptyText, restoredLines } = await import('../backup/texts.ts');
  const { recordCommandWithin } = await import('../audit/recordCommand.ts');
  const { resume } = await import('#service/webhooks/delivery/pause.ts');
  const { database, secretKey } = await openStore(config, print);
  try {
    if (restoring === null) {
      const resumed = await database.transaction(async (tx) => {
        const wasPaused = await resume(tx);
        await recordCommandWithin(tx, 'resumeDeliveries');
        return wasPaused;
      });
      print(resumedText(resumed));
      return;
    }
    const content = await contentOf(database.queries);
    if (content !== null && !restoring.replaces) throw new Refusal(notEmptyText(content));
    let shown = '';
    const summary = await database.transaction(
      async (tx) => {
        const restored = await restoreWithin(tx, restoring.file, {
          secretKey,
          at: new Date(),
          progress: (done, of) => {
            const words = progressText({ progress: 'Restoring', done, of });
            if (words !== shown) print(words);
            shown = words;
          },
        });
        const lines = restoredLines(restored);
        await recordCommandWithin(tx, 'restoreBackup', { summary: lines });
        return lines;
      },
      { isAlone: true },
    );
    for (const line of summary) print(line);
    if (config.databaseUrl !== null) {
      print('Other processes on this PostgreSQL load the restored data within seconds.');
    }
  } finally {
    await database.close();
  }
}
