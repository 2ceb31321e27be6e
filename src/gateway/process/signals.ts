import { errorText } from './errorText.ts';

const signals = { SIGINT: 2, SIGTERM: 15 } as const;

/** Ctrl-C in a terminal reaches this process twice under npm, which passes on what the terminal has sent to both. */
const sameSignalMs = 500;

/** Stops in order on the first signal and exits with 0; on a second one exits immediately, as a shell expects. */
export function stopOnSignals(stop: () => Promise<void>, print: (line: string) => void): void {
  let stoppingSince: number | null = null;
  for (const [signal, number] of Object.entries(signals)) {
    process.on(signal, () => {
      if (stoppingSince !== null) {
        if (performance.now() - stoppingSince > sameSignalMs) process.exit(128 + number);
        return;
      }
      stoppingSince = performance.now();
      print('Stopping: finishing running requests (again to stop immediately)');
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
