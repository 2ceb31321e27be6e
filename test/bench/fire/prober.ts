import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'undici';
import { getSession } from '#contract/operations/access.ts';

// A process of its own: sends a small request again and again, and at the end gives its parent how long each answer took.

const client = new Client(process.argv[2] ?? '');
const times: number[] = [];
let failures = 0;
const end = new AbortController();

async function probe(): Promise<void> {
  const began = performance.now();
  try {
    const { statusCode, body } = await client.request({ method: 'GET', path: getSession.path });
    await body.dump();
    if (statusCode === 200) times.push(performance.now() - began);
    else failures += 1;
  } catch {
    failures += 1;
  }
}

process.on('message', () => end.abort());
process.on('disconnect', () => process.exit());

// The first request opens the connection.
await probe();
times.length = 0;
process.send?.('ready');
while (!end.signal.aborted) {
  await probe();
  await wait(5);
}
process.send?.({ times, failures });
