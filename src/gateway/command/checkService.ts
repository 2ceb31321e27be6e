import { writeFile } from 'node:fs/promises';
import {
  checkEffect,
  checkOutcomeLabels,
  checkSummary,
  checkWritesNotice,
  type CheckReport,
} from '#contract/serviceCheck.ts';
import { checkService } from '#upstream/check/checkService.ts';
import { createSource } from '#upstream/source/source.ts';
import { readConfig } from '../config/config.ts';
import { connectionSettings } from '../config/connection.ts';
import type { Flags } from '../config/flags.ts';
import { flagsHelp, settingsHelp } from '../config/help.ts';
import { readBaseAddress, readHeaders } from '../config/readers.ts';
import { codeOf, Refusal, wrongUse } from '../config/refusal.ts';
import { errorText } from '../process/errorText.ts';
import type { Command } from './command.ts';
import { printHelpOrVersion } from './helpOrVersion.ts';

const checkFlags = {
  header: {
    takes: "'Name: value'",
    isRepeatable: true,
    about: 'Header to send with each request, such as a key. Can be repeated.',
  },
  writes: { about: `Also tests changes. ${checkWritesNotice}` },
  json: { takes: 'FILE', about: 'Also writes the report to this file, as JSON.' },
  all: { about: 'Also lists what passed.' },
} as const satisfies Flags;

/** Exit code of shells for wrong usage (EX_USAGE). Here, 2 has another meaning. */
const usageExitCode = 64;

const help = `Tests a Portfolio Service with all 16 calls of the interface. Lists, call by call, what differs
or cannot be read. Changes nothing without --writes.

  npm run check-service -- https://portfolio.example.com/api
  npm run check-service -- https://portfolio.example.com/api --header 'Authorization: Bearer …'

Exit code: 0 all passed, 1 something differs but can be read, 2 something cannot be read, 3 the
service cannot be reached, ${usageExitCode} wrong usage.

${flagsHelp(checkFlags)}

Settings. A URL on the command line overrides PORTFOLIO_SERVICE_URL:

${settingsHelp(Object.keys(connectionSettings))}`;

export const checkServiceCommand: Command = async (options) => {
  if (printHelpOrVersion(options, help)) return 0;
  const { print } = options;
  const { url, headers, config, given } = readCall(options.args, options.environment);
  const service = new URL(url).origin;
  const source = createSource({
    url,
    named: service,
    headers: { ...config.portfolioServiceHeaders, ...headers },
    ca: config.portfolioServiceCa,
    usersQuery: config.portfolioServiceUsersQuery,
    clock: Date.now,
    elapsed: () => performance.now(),
    limits: {
      concurrent: config.portfolioServiceConcurrentRequests,
      perSecond: config.portfolioServiceRequestsPerSecond,
    },
  });
  print(`Checking ${service}`);
  if (given.writes) print(checkWritesNotice);
  const lines = checkService({ source, service, clock: Date.now, hasWrites: given.writes });
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
  };
  process.once('SIGINT', interrupt);
  try {
    let step = '';
    for await (const line of lines) {
      // Leaving the loop makes the check remove what it can.
      if (isInterrupted) break;
      if ('report' in line) {
        if (given.json !== undefined) await writeReport(given.json, line.report);
        for (const text of reportLines(line.report, given.all)) print(text);
        return exitCodeOf(line.report);
      }
      if ('progress' in line && line.progress !== step) {
        step = line.progress;
        print(`  ${step}`);
      }
    }
    throw new Refusal('Interrupted, without a report.', 130);
  } finally {
    process.off('SIGINT', interrupt);
    await source.close();
  }
};

function readCall(
  args: Parameters<typeof readConfig>[0],
  environment: Parameters<typeof readConfig>[1],
) {
  const { config, given, positionals } = readOrRefuse(args, environment);
  const [first, ...others] = positionals;
  if (others.length > 0) {
    throw new Refusal(`Specify only one service. Unexpected: ${others.join(', ')}.`, usageExitCode);
  }
  const url = first === undefined ? config.portfolioServiceUrl : readBaseAddress(first);
  if (url === undefined) {
    throw new Refusal(
      'The address is not valid. It must be the base address of a service, such as https://portfolio.example.com/api, without user name, password and query.',
      usageExitCode,
    );
  }
  if (url === null) {
    throw new Refusal(
      'Name a service: npm run check-service -- https://portfolio.example.com/api. See --help.',
      usageExitCode,
    );
  }
  const pairs = given.header.map((text): [string, string] => {
    const at = text.indexOf(':');
    return [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
  });
  const headers = readHeaders(JSON.stringify(Object.fromEntries(pairs)));
  if (headers === undefined) {
    // Not displayed, because it may be a secret.
    throw new Refusal(
      "A --header is not valid. It must be 'Name: value', and not host, content-length, connection or transfer-encoding.",
      usageExitCode,
    );
  }
  return { url, headers, config, given };
}

function readOrRefuse(
  args: Parameters<typeof readConfig>[0],
  environment: Parameters<typeof readConfig>[1],
) {
  try {
    return readConfig(args, environment, checkFlags);
  } catch (error) {
    if (error instanceof Refusal && error.exitCode === wrongUse) {
      throw new Refusal(error.lines, usageExitCode);
    }
    throw error;
  }
}

async function writeReport(file: string, report: CheckReport): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  } catch (error) {
    throw new Refusal(
      `The report could not be written to ${file}: ${codeOf(error) || errorText(error)}.`,
      usageExitCode,
    );
  }
}

/** Returns findings by call, then response times and totals. */
function reportLines(report: CheckReport, withPassed: boolean): string[] {
  if (report.unreachable !== null && report.counts.passed === 0)
    return [`${checkSummary(report)}.`];
  const shown = report.findings.filter(({ outcome }) => withPassed || outcome !== 'passed');
  const width = Math.max(...Object.values(checkOutcomeLabels).map(({ length }) => length));
  return [
    ...[...Map.groupBy(shown, ({ call }) => call)].flatMap(([call, findings]) => [
      '',
      call,
      ...findings.map((finding) => {
        const texts = [finding.found, checkEffect(finding)].filter(Boolean).join('. ');
        return `  ${checkOutcomeLabels[finding.outcome].padEnd(width)}  ${texts}`.trimEnd();
      }),
    ]),
    '',
    latencyLine('answers', 'median', 'slowest', ''),
    ...report.latencies.map(({ call, answers, medianMs, slowestMs }) =>
      latencyLine(`${answers}`, inMilliseconds(medianMs), inMilliseconds(slowestMs), call),
    ),
    '',
    ...report.left,
    `${checkSummary(report)}.`,
  ];
}

const inMilliseconds = (time: number) => `${Math.round(time)} ms`;

const latencyLine = (answers: string, median: string, slowest: string, call: string) =>
  `${answers.padStart(9)}${median.padStart(10)}${slowest.padStart(10)}  ${call}`.trimEnd();

function exitCodeOf({ unreachable, counts }: CheckReport): number {
  if (unreachable !== null) return 3;
  if (counts.unreadable > 0) return 2;
  return counts.differs > 0 ? 1 : 0;
}
