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
import type { Command } from './command.ts';
import { printHelpOrVersion } from './helpOrVersion.ts';
import { callHolder, waitForStart, type Request } from './holder.ts';
import { problemWords, progressWords, showImport } from './importAnswer.ts';

const restoreFlags = {
  replace: {
    about:
      'Although there are users that are no samples, webhooks or imported prices: all of it is replaced.',
  },
} as const satisfies Flags;

const help = `Puts a backup in place of everything, all or nothing, while the service runs or not.

  npm run restore -- portfolio.backup
  npm run restore -- portfolio.backup --replace
  npm run restore -- resume

A file that is damaged, cut off or of something else changes nothing. Access keys that exist
stay, and those that are revoked stay revoked; whoever is signed in must sign in again. Webhooks
are not sent until resume, so that a copy sends nothing that the original sends too. A running
service answers 503 for the time it takes.

${flagsHelp(restoreFlags)}

The settings that apply:

${settingsHelp(storeSettings)}`;

type Print = (line: string) => void;

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
    const again = 'restore again: all of it was restored, or nothing';
    const request = callHolder({ ...holder, url: holder.url }, again);
    await waitForStart(request);
    if (isResuming) await resumeThere(request, print);
    else {
      print(`Sending the backup to process ${holder.pid}, which serves ${holder.url}`);
      const path = pathOf(restoreBackup, { query: given.replace ? { replace: '1' } : {} });
      const body = Readable.toWeb(createReadStream(file));
      const init = { method: 'POST', headers: { 'content-type': backupMediaType }, body };
      const response = await request(path, { ...init, duplex: 'half' });
      await showImport(response, print, brokenOff);
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

const brokenOff =
  'The connection to the process was lost before the restore ended. All of it was restored, or nothing: look, and restore again if need be.';

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
  if (!response.ok) throw new Refusal(await problemWords(response));
  const { resumed } = z.parse(resumedDeliveries, await response.json());
  print(resumedWords(resumed));
}

const resumedWords = (resumed: boolean) =>
  resumed ? 'Deliveries are sent again.' : 'Deliveries were not paused.';

/** Opens the database in this process and restores the file; null: resumes deliveries. */
async function directly(
  config: StoreConfig,
  print: Print,
  restoring: { readonly file: string; readonly replaces: boolean } | null,
): Promise<void> {
  const { openStore } = await import('../process/store.ts');
  const { contentOf, restoreWithin } = await import('../backup/restoreWithin.ts');
  const { notEmptyWords, restoredWords } = await import('../backup/words.ts');
  const { recordCommand } = await import('../audit/recordCommand.ts');
  const { resume } = await import('#service/webhooks/delivery/pause.ts');
  const { database, secretKey } = await openStore(config, print);
  try {
    if (restoring === null) {
      const resumed = await resume(database.queries);
      await recordCommand(database, 'resumeDeliveries', print);
      print(resumedWords(resumed));
      return;
    }
    const content = await contentOf(database.queries);
    if (content !== null && !restoring.replaces) throw new Refusal(notEmptyWords(content));
    let shown = '';
    const restored = await database.transaction((tx) =>
      restoreWithin(tx, restoring.file, {
        secretKey,
        at: new Date(),
        progress: (done, of) => {
          const words = progressWords({ progress: 'Restoring', done, of });
          if (words !== shown) print(words);
          shown = words;
        },
      }),
    );
    const summary = restoredWords(restored);
    await recordCommand(database, 'restoreBackup', print, { summary });
    for (const line of summary) print(line);
    if (config.databaseUrl !== null) {
      print('Processes on this PostgreSQL begin again with it within seconds.');
    }
  } finally {
    await database.close();
  }
}
