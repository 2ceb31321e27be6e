import { createLog } from './log.ts';
import { stopOnSignals } from './signals.ts';
import { start, type StartOptions } from './startProcess.ts';

/** Starts a process and runs it until it gets a signal to stop. */
export async function runProcess(options: Omit<StartOptions, 'clock' | 'log'>): Promise<void> {
  const running = await start({ ...options, clock: Date.now, log: createLog() });
  stopOnSignals(() => running.stop(), options.print);
}
