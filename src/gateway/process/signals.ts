import { errorText } from './errorText.ts';

const signals = { SIGINT: 2, SIGTERM: 15 } as const;

/** On the first signal stops as told and exits with 0; on a second exits at once, as a shell expects. */
export function stopOnSignals(stop: () => Promise<void>, print: (line: string) => void): void {
  let stopping = false;
  for (const [signal, number] of Object.entries(signals)) {
    process.on(signal, () => {
      if (stopping) process.exit(128 + number);
      stopping = true;
      print('Stopping: finishing what is under way (again to stop at once)');
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          print(`Could not stop in order: ${errorText(error)}`);
          process.exit(1);
        },
      );
    });
  }
}
