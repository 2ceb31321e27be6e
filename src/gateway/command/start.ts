import { join } from 'node:path';
import { readConfig } from '../config/config.ts';
import { settingsHelp } from '../config/help.ts';
import { Refusal, wrongUse } from '../config/refusal.ts';
import { printHelpOrVersion } from './helpOrVersion.ts';
import type { Command } from './command.ts';
import { commandsHelp } from './commandList.ts';

const help = `Starts the Portfolio Service and its dashboard.

  npm start                           on http://127.0.0.1:4173, with its data in .portfolio
  npm start -- --port 5000            a flag, after the two dashes that npm needs
  PORT=5000 npm start                 the same as an environment variable
  npm start -- --data-dir=/srv/portfolio --sample-users=0

All commands; each has --help:

${commandsHelp()}

Settings. Each is an environment variable and a flag; a flag overrides its variable:

${settingsHelp()}

  --help                              Prints this help.
  --version                           Prints the version.`;

export const startCommand: Command = async (options) => {
  if (printHelpOrVersion(options, help)) return 0;
  const { args, environment, root, version, print } = options;
  const { config, positionals } = readConfig(args, environment);
  if (positionals.length > 0) {
    throw new Refusal(
      `npm start takes only flags, not ${JSON.stringify(positionals[0])}. --help lists them.`,
      wrongUse,
    );
  }
  // Loaded after all checks, because the database engine takes a moment.
  const { runProcess } = await import('../process/run.ts');
  const { builtDashboard } = await import('../process/dashboard.ts');
  await runProcess({ config, version, print, dashboard: builtDashboard(root, join(root, 'dist')) });
  return null;
};
