import { readConfig } from '#gateway/config/config.ts';
import { Refusal } from '#gateway/config/refusal.ts';
import { shortenDrizzleImports } from '#gateway/drizzleImports.ts';

// A process as `npm start` makes it, but for the dashboard: that is built by Vite and has tests of its own.
const print = (line: string) => process.stdout.write(`${line}\n`);
shortenDrizzleImports();
try {
  const { runProcess } = await import('#gateway/process/run.ts');
  const { config } = readConfig(process.argv.slice(2), process.env);
  await runProcess({
    config,
    version: '0.0.0',
    print,
    dashboard: async () => ({
      files: { plain: new Map(), compressed: new Map(), preloadsOf: () => undefined },
      close: async () => {},
    }),
  });
  const { user, system } = process.cpuUsage();
  print(`Used ${Math.round((user + system) / 1000)} ms`);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  for (const line of error.lines) process.stderr.write(`${line}\n`);
  process.exit(error.exitCode);
}
