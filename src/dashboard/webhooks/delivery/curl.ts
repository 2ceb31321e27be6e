import type { DeliveryWithAttempts } from '#contract/delivery.ts';

/** The command that sends the same message to the same address, from any shell. */
export function curlOf({ url, body, history }: DeliveryWithAttempts): string {
  const headers = Object.entries(history.at(-1)?.request ?? { 'content-type': 'application/json' });
  const lines = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [`curl -X POST ${quoted(url)}`, ...lines, `--data-raw ${quoted(body)}`].join(' \\\n  ');
}

/** As one word for a POSIX shell, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
