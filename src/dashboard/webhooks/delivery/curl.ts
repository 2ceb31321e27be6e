import type { DeliveryWithAttempts } from '#contract/delivery.ts';
import { shellWord } from '#contract/shell.ts';

/** The command that sends the same message to the same address, from any shell. */
export function curlOf({ url, body, history }: DeliveryWithAttempts): string {
  const headers = Object.entries(history.at(-1)?.request ?? { 'content-type': 'application/json' });
  const lines = headers.map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`);
  return [`curl -X POST ${shellWord(url)}`, ...lines, `--data-raw ${shellWord(body)}`].join(
    ' \\\n  ',
  );
}
