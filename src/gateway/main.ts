import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { Command } from './command/command.ts';
import type { CommandName } from './command/commandList.ts';
import { endWatch } from './command/watch.ts';
import { cacheCompiledModules } from './compileCache.ts';
import { shortenDrizzleImports } from './drizzleImports.ts';
import { errorText, stackOf } from './process/errorText.ts';
import { Refusal } from './config/refusal.ts';

/** Loaded on demand, so that `--help` does not wait for a database engine. */
const commands: Readonly<Record<CommandName, () => Promise<Command>>> = {
  start: async () => (await import('./command/start.ts')).startCommand,
  dev: async () => (await import('./command/dev.ts')).devCommand,
  import: async () => (await import('./command/import.ts')).importCommand,
  licences: async () => (await import('./command/licences.ts')).licencesCommand,
  doctor: async () => (await import('./command/doctor.ts')).doctorCommand,
  report: async () => (await import('./command/report.ts')).reportCommand,
  keys: async () => (await import('./command/keys.ts')).keysCommand,
  backup: async () => (await import('./command/backup.ts')).backupCommand,
  restore: async () => (await import('./command/restore.ts')).restoreCommand,
  'check-service': async () => (await import('./command/checkService.ts')).checkServiceCommand,
  upstream: async () => (await import('./command/unregister.ts')).unregisterCommand,
  samples: async () => (await import('./command/samples.ts')).samplesCommand,
  help: async () => (await import('./command/helpCommand.ts')).helpCommand,
};

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

const root = fileURLToPath(new URL('../..', import.meta.url));
const packageFile = z.object({ version: z.string() });

async function run(): Promise<void> {
  const { version } = z.parse(
    packageFile,
    JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
  );
  const [name = '', ...rest] = process.argv.slice(2);
  const command = await commands[isCommand(name) ? name : 'start']();
  const exitCode = await command({
    args: isCommand(name) ? rest : process.argv.slice(2),
    environment: process.env,
    root,
    version,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  if (typeof exitCode === 'number') process.exit(exitCode);
}

/** Prints an expected failure as text. Anything else is a bug and prints its origin. */
function fail(error: unknown): never {
  const lines =
    error instanceof Refusal
      ? error.lines
      : [`An unexpected error ended the process: ${errorText(error)}`, ...stackOf(error)];
  for (const line of lines) process.stderr.write(`${line}\n`);
  if (error instanceof Refusal) endWatch();
  process.exit(error instanceof Refusal ? error.exitCode : 1);
}

// Node itself would print everything that an error holds, such as parameters of a statement.
process.on('uncaughtException', fail);
// If standard output fails, for example on a full disk, the service continues.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
cacheCompiledModules(root, (line) => process.stderr.write(`${line}\n`));
shortenDrizzleImports();

try {
  await run();
} catch (error) {
  fail(error);
}
