import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { Command } from './command/command.ts';
import { Refusal } from './refusal.ts';

/** Loaded when asked for: `--help` does not wait for a database engine. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./command/start.ts')).startCommand,
  dev: async () => (await import('./command/dev.ts')).devCommand,
  import: async () => (await import('./command/import.ts')).importCommand,
  samples: async () => (await import('./command/samples.ts')).samplesCommand,
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const packageFile = z.object({ version: z.string() });

async function run(): Promise<void> {
  const { version } = z.parse(
    packageFile,
    JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
  );
  const [name = '', ...rest] = process.argv.slice(2);
  const named = commands[name];
  const load = named ?? commands['start'];
  const command = await load?.();
  const exitCode = await command?.({
    args: named === undefined ? process.argv.slice(2) : rest,
    environment: process.env,
    root,
    version,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  if (typeof exitCode === 'number') process.exit(exitCode);
}

// From the second start on: modules come compiled, out of the folder for temporary files.
enableCompileCache();

try {
  await run();
} catch (error) {
  // What is expected to go wrong is told in words; anything else is a fault of ours and shows its stack.
  if (!(error instanceof Refusal)) throw error;
  for (const line of error.lines) process.stderr.write(`${line}\n`);
  process.exit(error.exitCode);
}
