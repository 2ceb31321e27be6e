import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readConfig } from '../config/config.ts';
import { settingsHelp } from '../config/help.ts';
import { Refusal } from '../config/refusal.ts';
import type { Config } from '../config/settings.ts';
import type { Finding } from '../doctor/finding.ts';
import type { Command, CommandOptions } from './command.ts';
import { printHelpOrVersion } from './helpOrVersion.ts';

const help = `Checks what the service needs, whether or not it is running. Reports problems with a remedy.

  npm run doctor                          settings, program, disk, database, clock, backups,
                                          port, and whether webhook receivers can be reached;
                                          with DATABASE_URL, the standby and the proxy of a fleet
  npm run doctor -- https://example.com   the same, but with this address as the only receiver

Changes nothing and sends no message. Each line begins with ok, warn or fail. Any fail makes the
exit code 1. Run it with the settings of the service:

${settingsHelp()}`;

const packageFile = z.object({ dependencies: z.object({ node: z.string() }) });

export const doctorCommand: Command = async (options) => {
  if (printHelpOrVersion(options, help)) return 0;
  const { print } = options;
  const counts = { ok: 0, warn: 0, fail: 0 };
  for await (const { level, area, text } of findings(options)) {
    counts[level] += 1;
    print(`${level.padEnd(4)}  ${area.padEnd(8)}  ${text}`);
  }
  const { warn, fail } = counts;
  print(fail + warn === 0 ? 'No problems found.' : `Failures: ${fail}. Warnings: ${warn}.`);
  return fail === 0 ? 0 : 1;
};

async function* findings({ args, environment, root }: CommandOptions): AsyncGenerator<Finding> {
  let config: Config;
  let given: readonly string[];
  try {
    const read = readConfig(args, environment);
    config = read.config;
    given = read.positionals;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const text of error.lines) yield { level: 'fail', area: 'settings', text };
    return;
  }
  const machine = await import('../doctor/machineChecks.ts');
  const service = await import('../doctor/serviceChecks.ts');
  const { checkBackups } = await import('../doctor/backupChecks.ts');
  const { dependencies } = packageFile.parse(
    JSON.parse(await readFile(join(root, 'package.json'), 'utf8')),
  );
  yield* machine.checkSettings(config, environment);
  yield* await machine.checkProgram(root, dependencies.node);
  yield* await machine.checkDisk(config);

  const { found, inspection, receivers, url } = await service.checkStore(config);
  yield* found;
  if (inspection !== null) {
    const { checkFleet } = await import('../doctor/fleetChecks.ts');
    yield* await checkFleet(config);
  }
  yield* await machine.checkClock(root, {
    ofDatabase: config.databaseUrl === null ? null : (inspection?.now ?? null),
    latestEventAt: inspection?.latestEventAt ?? null,
  });
  const isRunning = found.some(({ area }) => area === 'process');
  yield* await checkBackups(config, isRunning);
  if (!isRunning) yield* await service.checkPort(config);
  yield* await service.checkReceivers(given.length > 0 ? given : receivers, config, url);
}
