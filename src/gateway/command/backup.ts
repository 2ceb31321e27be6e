import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { grouped } from '#contract/digits.ts';
import { getBackup } from '#contract/operations/backup.ts';
import { pathOf } from '#contract/operation.ts';
import { readConfig } from '../config/config.ts';
import type { Flags } from '../config/flags.ts';
import { flagsHelp, settingsHelp } from '../config/help.ts';
import { Refusal, wrongUse } from '../config/refusal.ts';
import { storeSettings, type StoreConfig } from '../config/settings.ts';
import type { Command } from './command.ts';
import { printHelpOrVersion } from './helpOrVersion.ts';
import { callHolder, type Request } from './holder.ts';
import { problemLines } from './importAnswer.ts';

const backupFlags = {
  'with-key': {
    about: 'Includes the key that encrypts webhook secrets: keep the file as secret as they are.',
  },
} as const satisfies Flags;

const help = `Writes a snapshot of users, holdings, prices, thematics, webhooks with their deliveries, and
access keys to a file. Sessions are left out. A running service continues meanwhile.

  npm run backup -- portfolio.backup
  npm run backup -- portfolio.backup --with-key

The command checks the file after writing it. A failed backup leaves no file, and an existing
file is never overwritten. A backup can be restored here or elsewhere, into the embedded
database or PostgreSQL: npm run restore. Without --with-key, only a service with the same
SECRET_KEY (or secret.key) can read its webhook secrets; elsewhere they must be rotated.

${flagsHelp(backupFlags)}

For scheduled backups, set BACKUP_DIR, BACKUP_EVERY_HOURS and BACKUP_KEEP of the service.

The settings that apply:

${settingsHelp(storeSettings)}`;

export const backupCommand: Command = async (options) => {
  if (printHelpOrVersion(options, help)) return 0;
  const { args, environment, version, print } = options;
  const { config, positionals, given } = readConfig(args, environment, backupFlags);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) {
    throw new Refusal('Name one file: npm run backup -- FILE. See --help.', wrongUse);
  }
  if (existsSync(file)) {
    throw new Refusal(`${file} exists and is not overwritten. Choose another name.`, wrongUse);
  }
  const withKey = given['with-key'];
  const { takeOrFindHolder, inUse } = await import('../process/store.ts');
  const taken = await takeOrFindHolder(config, 'backup');
  if ('holder' in taken) {
    const { holder } = taken;
    if (holder?.url == null) throw new Refusal(inUse(config.dataDir, holder));
    print(`Backing up process ${holder.pid}, which serves ${holder.url}`);
    const again = 'back up again: no file was written';
    await download(file, withKey, callHolder({ ...holder, url: holder.url }, again));
  } else {
    try {
      await writeDirectly(file, withKey, { config, version, print });
    } finally {
      await taken.lock?.release();
    }
  }
  const { checkBackup } = await import('../backup/read.ts');
  const { backupText } = await import('../backup/texts.ts');
  const header = await checkBackup(file);
  const rows = Object.values(header.tables).reduce((sum, count) => sum + count, 0);
  print(`Wrote and checked ${file}, ${backupText(header)}; ${grouped(rows)} rows in total.`);
  return 0;
};

async function download(file: string, withKey: boolean, request: Request): Promise<void> {
  const { draftEnding, fileFault } = await import('../backup/write.ts');
  const { BackupFault, checkBackup } = await import('../backup/read.ts');
  const { syncPath } = await import('#platform/database/syncedFiles.ts');
  const draft = `${file}${draftEnding}`;
  const path = pathOf(getBackup, { query: withKey ? { key: '1' } : {} });
  const response = await request(path);
  if (!response.ok || response.body === null) throw new Refusal(await problemLines(response));
  try {
    const bytes = Readable.fromWeb(response.body);
    await pipeline(bytes, createWriteStream(draft, { mode: 0o600, flush: true }));
    await checkBackup(draft);
    await rename(draft, file);
    await syncPath(dirname(file));
  } catch (error) {
    await rm(draft, { force: true });
    if (
      error instanceof BackupFault ||
      (error instanceof TypeError && error.message === 'terminated')
    ) {
      throw new Refusal(
        'The connection was lost during the backup: no file was written. Back up again.',
      );
    }
    const fault = fileFault(file, error);
    throw fault === undefined ? error : new Refusal(fault.message);
  }
}

async function writeDirectly(
  file: string,
  withKey: boolean,
  {
    config,
    version,
    print,
  }: { config: StoreConfig; version: string; print: (line: string) => void },
): Promise<void> {
  const { openStore } = await import('../process/store.ts');
  const { recordCommand } = await import('../audit/recordCommand.ts');
  const { FileFault, writeBackup } = await import('../backup/write.ts');
  const { database, secretKey } = await openStore(config, print);
  try {
    await writeBackup(file, {
      database,
      version,
      at: new Date(),
      secretKey: withKey ? secretKey : null,
      reserve: config.diskReserveMb * 1e6,
    });
    await recordCommand(database, 'getBackup', print);
  } catch (error) {
    throw error instanceof FileFault ? new Refusal(error.message) : error;
  } finally {
    await database.close();
  }
}
