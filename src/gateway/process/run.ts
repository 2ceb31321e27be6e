import { createLog, createPrints } from './log.ts';
import { stopOnSignals } from './signals.ts';
import { start, type StartOptions } from './startProcess.ts';

export async function runProcess(
  options: Omit<StartOptions, 'clock' | 'log' | 'onAnswered'>,
): Promise<void> {
  const { logFormat } = options.config;
  const prints = createPrints(logFormat, options.print);
  const log = createLog(logFormat);
  const running = await start({ ...options, ...prints, clock: Date.now, log });
  stopOnSignals(() => running.stop(), prints.print);
}
