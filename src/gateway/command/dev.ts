import { readConfig } from '../config/config.ts';
import { settingsHelp } from '../config/help.ts';
import { Refusal, wrongUse } from '../config/refusal.ts';
import { printHelpOrVersion } from './helpOrVersion.ts';
import type { Command } from './command.ts';
import { isWatched, watch } from './watch.ts';

/** Allows receivers on this machine. */
const loopback = ['127.0.0.0/8', '::1/128'];

const help = `Starts the Portfolio Service and its dashboard from source, for development. Changes to the
dashboard appear at once; changes to the service restart it.

  npm run dev
  npm run dev -- --port 5000

Webhooks may be sent to this machine, also over plain http. Settings:

${settingsHelp()}`;

export const devCommand: Command = async (options) => {
  if (printHelpOrVersion(options, help)) return 0;
  const { args, environment, root, version, print } = options;
  const { config, positionals } = readConfig(args, environment);
  if (positionals.length > 0) {
    throw new Refusal(
      `npm run dev takes only flags, not ${JSON.stringify(positionals[0])}.`,
      wrongUse,
    );
  }
  if (!isWatched()) return watch();
  print(`Webhooks may be sent to this machine (${loopback.join(', ')}), also over plain http.`);
  const { runProcess } = await import('../process/run.ts');
  const { liveDashboard } = await import('../process/dashboard.ts');
  await runProcess({
    config: {
      ...config,
      webhooksAllowHttp: true,
      webhooksAllowNetworks: [...loopback, ...config.webhooksAllowNetworks],
    },
    version,
    print,
    dashboard: liveDashboard(root),
  });
  return null;
};
