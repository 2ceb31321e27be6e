import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Returns whether `node --watch` restarts this process after each change. */
export const isWatched = () => process.env['WATCH_REPORT_DEPENDENCIES'] !== undefined;

/** Ends `node --watch` when the command refuses to start, because it would wait for a change that does not help. */
export function endWatch(): void {
  if (isWatched()) process.kill(process.ppid, 'SIGTERM');
}

/** Runs this command under `node --watch`. Returns its exit code after a signal. Otherwise the command refused to start. */
export async function watch(): Promise<number> {
  const flags = ['--watch', '--watch-preserve-output'];
  const watcher = spawn(
    process.execPath,
    [...process.execArgv, ...flags, ...process.argv.slice(1)],
    {
      stdio: 'inherit',
    },
  );
  let hasSignal = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      hasSignal = true;
      watcher.kill(signal);
    });
  }
  const [code] = await once(watcher, 'exit');
  return hasSignal && typeof code === 'number' ? code : 1;
}
