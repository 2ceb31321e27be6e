import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { capabilities } from '#contract/capabilities.ts';
import { historyTypes } from '#contract/historyType.ts';
import { getCapabilities } from '#contract/operations/about.ts';
import { calendarPeriods, readPeriod } from '#contract/period.ts';
import type { ReportModule, ReportOptions } from '#contract/report.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import { readConfig } from '../config/config.ts';
import type { Flags } from '../config/flags.ts';
import { flagsHelp, settingsHelp } from '../config/help.ts';
import { codeOf, Refusal, wrongUse } from '../config/refusal.ts';
import { currencyOf, marketSettings, storeSettings } from '../config/settings.ts';
import { buildDashboard } from '../process/build.ts';
import { reportFile, reportFolder } from '../static/reportFile.ts';
import type { Command } from './command.ts';
import { printHelpOrVersion } from './helpOrVersion.ts';
import { callHolder, waitForStart, type Request } from './holder.ts';
import { problemLines } from './importAnswer.ts';
import { withService } from './withService.ts';
import { writeReports, type WrittenReports } from './writeReports.ts';

const periodNames = [...historyTypes, ...calendarPeriods].join(', ');

const reportFlags = {
  out: { takes: 'FOLDER', about: 'Folder for the files. Files of the same name are replaced.' },
  filter: {
    takes: `'q=acme&total=1000..'`,
    about: 'Users, as in the address of the users page or of GET /x/directory. Default: all users.',
  },
  period: {
    takes: 'year',
    about: `One of ${periodNames}, or dates in UTC, such as 2026-03-01.. (since) or 2026-01-01..2026-03-31. Default: all.`,
  },
  'as-of': {
    takes: '2026-03-01',
    about:
      'The past instant that the sheets show: a day at 00:00 UTC, or a time such as 2026-03-01T14:30:00Z. Default: now.',
  },
} as const satisfies Flags;

const help = `Writes a tear sheet of each user: an HTML file that needs no other file and prints on A4.

  npm run report -- --out reports                             all users
  npm run report -- --out reports --filter 'thematic=energy-grids&total=1000000..'

The sheet is that of the page /users/ID/report, with the same names of periods. The process that holds DATA_DIR answers, or this
command if there is none. If the sheet of a user fails, the others are written, and the exit code
is 1.

${flagsHelp(reportFlags)}

The settings that apply:

${settingsHelp([...storeSettings, ...marketSettings, 'CURRENCY'])}`;

export const reportCommand: Command = async (options) => {
  if (printHelpOrVersion(options, help)) return 0;
  const { args, environment, root, print } = options;
  const { config, positionals, given } = readConfig(args, environment, reportFlags);
  const period = readPeriod(given.period ?? 'all');
  const asOf = given['as-of'] === undefined ? null : parseTime(given['as-of']);
  if (given.out === undefined || given.out === '' || positionals.length > 0) {
    throw new Refusal('Name one folder: npm run report -- --out FOLDER. See --help.', wrongUse);
  }
  if (period === null) {
    throw new Refusal(
      `--period is ${given.period}; it must be one of ${periodNames}, or dates such as 2026-03-01.. or 2026-01-01..2026-03-31.`,
      wrongUse,
    );
  }
  if (Number.isNaN(asOf)) {
    throw new Refusal(
      `--as-of is ${given['as-of']}; it must be a time such as 2026-03-01 or 2026-03-01T14:30:00Z.`,
      wrongUse,
    );
  }
  const { out, filter = '' } = given;
  await createFolder(out);
  const report = await openReportModule(root, print);
  const write = (request: Request, market: ReportOptions['market']): Promise<WrittenReports> =>
    writeReports({
      out,
      filter,
      print,
      request,
      render: (subject, get) =>
        report.renderReport(subject, { period, asOf, market, request: get }),
    });
  const { takeOrFindHolder, inUse } = await import('../process/store.ts');
  const taken = await takeOrFindHolder(config, 'report');
  if ('holder' in taken) {
    const { holder } = taken;
    if (holder?.url == null) throw new Refusal(inUse(config.dataDir, holder));
    print(`Reading from process ${holder.pid}, which serves ${holder.url}`);
    const request = callHolder({ ...holder, url: holder.url }, 'run the command again');
    await waitForStart(request);
    const { failed } = await write(request, await marketOf(request));
    return failed === 0 ? 0 : 1;
  }
  try {
    if (config.portfolioServiceUrl !== null) {
      throw new Refusal(
        'Reports of a connected service come from a running process: start it with npm start, and run the command again.',
      );
    }
    const { failed } = await withService(config, print, (request, { market }) =>
      write(request, {
        kind: market.kind,
        asOf: formatTime(market.asOf()),
        currency: currencyOf(config),
      }),
    );
    return failed === 0 ? 0 : 1;
  } finally {
    await taken.lock?.release();
  }
};

async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new Refusal(`The folder ${folder} cannot be created (${codeOf(error)}).`);
  }
}

/** Loads the part of the dashboard that is built for the server. */
async function openReportModule(
  root: string,
  print: (line: string) => void,
): Promise<ReportModule> {
  const folder = join(root, 'dist');
  await buildDashboard(root, folder, print);
  const file = join(folder, reportFolder, reportFile);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- vite.config.ts builds it from the module that has this type
  return (await import(pathToFileURL(file).href)) as ReportModule;
}

async function marketOf(request: Request): Promise<ReportOptions['market']> {
  const response = await request(getCapabilities.path);
  if (!response.ok) throw new Refusal(await problemLines(response));
  const { market, currency } = z.parse(capabilities, await response.json());
  return { kind: market.kind, asOf: market.asOf, currency };
}
