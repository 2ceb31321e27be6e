import { errorText } from './errorText.ts';

const signals = { SIGINT: 2, SIGTERM: 15 } as const;

/** Under npm, Ctrl-C in a terminal reaches this process twice: directly, and through npm. */
const sameSignalMs = 500;

/** Stops in order on the first signal and exits with 0. A second one exits immediately, as a shell expects. */
export function stopOnSignals(stop: () => Promise<void>, print: (line: string) => void): void {
  let stoppingSince: number | null = null;
  for (const [signal, number] of Object.entries(signals)) {
    process.on(signal, () => {
      if (stoppingSince !== null) {
        if (performance.now() - stoppingSince > sameSignalMs) process.exit(128 + number);
        return;
      }
      stoppingSince = performance.now();
      print('Stopping after running requests finish (repeat to stop immediately)');
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          print(`Could not stop cleanly: ${errorText(error)}`);
          process.exit(1);
        },
      );
    });
  }
}
