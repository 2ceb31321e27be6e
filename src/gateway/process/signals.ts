import { errorText } from './errorText.ts';

const signals = { SIGINT: 2, SIGTERM: 15 } as const;

/** Stops in order on the first signal and exits with 0; on a second one exits immediately, as a shell expects. */
export function stopOnSignals(stop: () => Promise<void>, print: (line: string) => void): void {
  let stopping = false;
  for (const [signal, number] of Object.entries(signals)) {
    process.on(signal, () => {
      if (stopping) process.exit(128 + number);
      stopping = true;
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
