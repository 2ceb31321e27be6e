import { grouped } from '#contract/digits.ts';
import { bytesInWords } from '#contract/bytes.ts';
import { importFiles } from '#contract/operations/prices.ts';
import { holdingFields, secondImportText } from '#contract/userImport.ts';
import { importLimits } from '#service/imports/importLimits.ts';
import { readConfig } from '../config/config.ts';
import { marketSettings, storeSettings } from '../config/settings.ts';
import type { Flags } from '../config/flags.ts';
import { flagsHelp, settingsHelp } from '../config/help.ts';
import { Refusal, wrongUse } from '../config/refusal.ts';
import { printHelpOrVersion } from './helpOrVersion.ts';
import type { Command } from './command.ts';
import { callHolder, waitForStart, type Request } from './holder.ts';
import { importFilesOf, uploadOf, type Upload } from './importFiles.ts';
import { showImport } from './importAnswer.ts';
import { withService } from './withService.ts';
import { importUserFiles, importedSoFar, readUserImportFlags, userFlags } from './importUsers.ts';

const priceFlags = {
  replace: {
    about:
      'Discards holdings of the simulated market, except those of sample users. Users, attributes and webhooks stay.',
  },
} as const satisfies Flags;

const help = `Imports real prices, thematics and users from CSV or CSV.gz files.

  npm run import -- ../shared/data              all .csv and .csv.gz files of a folder
  npm run import -- daily.csv.gz thematics.csv  these files
  npm run import -- ../shared/data --replace    even if users already have holdings
  npm run import -- users.csv --dry-run         shows what an import of users would do
  npm run import -- users.csv                   users, their attributes and holdings

Files are recognized by their headers: prices begin with time, users have a column customId
or id. The process that holds DATA_DIR imports them, or this command if there is none.
${secondImportText}

Prices and thematics: all or nothing. Errors name the file, line and column. After an error or
an interruption (Ctrl C), nothing is imported.
Limits of one import: ${grouped(importLimits.cells)} price cells (including empty ones), ${grouped(importLimits.columns)} columns,
${grouped(importLimits.thematicLines)} lines of thematics, ${bytesInWords(importLimits.bytes)} unpacked. Split larger imports.

${flagsHelp(priceFlags)}

Users: other columns are attributes; ${holdingFields.join(', ')} are one position per row. Each
user is imported, or fails, separately. After an interruption, users imported so far stay. If
any user fails, the exit code is 1.

${flagsHelp(userFlags)}

The settings that apply:

${settingsHelp([
  ...storeSettings,
  ...marketSettings,
  'SAMPLE_USERS',
  'WEBHOOKS_MIN_INTERVAL_SECONDS',
])}`;

export const importCommand: Command = async (options) => {
  if (printHelpOrVersion(options, help)) return 0;
  const { args, environment, print } = options;
  const { config, positionals, given } = readConfig(args, environment, {
    ...priceFlags,
    ...userFlags,
  });
  if (positionals.length === 0) {
    throw new Refusal('Name a folder or files: npm run import -- FOLDER. See --help.', wrongUse);
  }
  const flags = readUserImportFlags(given);
  const { market, users } = await importFilesOf(positionals, flags.map);
  if (flags.isDryRun && market[0] !== undefined) {
    throw new Refusal(
      `--dry-run is only for users, but ${market[0]} is not a file of users.`,
      wrongUse,
    );
  }
  const { interrupted, orInterruption } = listenForInterruption(users.length > 0);
  const work = async (request: Request, fillNew?: () => Promise<void>): Promise<number> => {
    if (market.length > 0) {
      const upload = uploadOf(market, given.replace, (name) => print(`  Reading ${name}`));
      const init = { ...posted(upload), signal: interrupted };
      await showImport(await request(importFiles.path, init), print);
    }
    if (users.length > 0) await fillNew?.();
    return importUserFiles(users, request, print, flags, interrupted);
  };
  const { takeOrFindHolder, inUse } = await import('../process/store.ts');
  const taken = await takeOrFindHolder(config, 'import');
  if ('holder' in taken) {
    const { holder } = taken;
    if (holder?.url == null) throw new Refusal(inUse(config.dataDir, holder));
    print(`Sending the files to process ${holder.pid}, which serves ${holder.url}`);
    const request = callHolder({ ...holder, url: holder.url }, 'import again');
    const failed = await orInterruption(async () => {
      await waitForStart(request, interrupted);
      return work(request);
    });
    return failed === 0 ? 0 : 1;
  }
  try {
    const failed = await orInterruption(() =>
      withService(config, print, (request, { fillNew }) => work(request, fillNew)),
    );
    if (config.databaseUrl !== null && market.length > 0) {
      print('Processes on this PostgreSQL pick up the new prices within seconds.');
    }
    return failed === 0 ? 0 : 1;
  } finally {
    await taken.lock?.release();
  }
};

/** Stops the import on the first SIGINT or SIGTERM, which takes a moment for the rollback. A second one ends the process. */
function listenForInterruption(hasUsers: boolean) {
  const controller = new AbortController();
  let exitCode = 0;
  for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15 })) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(128 + number);
      exitCode = 128 + number;
      controller.abort();
    });
  }
  return {
    interrupted: controller.signal,
    /** Runs the work. Reports a failure after an interrupt as the interrupt. */
    orInterruption: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      try {
        return await work();
      } catch (error) {
        if (!controller.signal.aborted) throw error;
        throw new Refusal(
          hasUsers
            ? `Interrupted. ${importedSoFar}`
            : 'Interrupted: nothing was imported, unless the import had just finished.',
          exitCode,
        );
      }
    },
  };
}

function posted({ headers, body }: Upload): RequestInit {
  return { method: 'POST', headers, body, duplex: 'half' };
}
