import { setTimeout as wait } from 'node:timers/promises';
import { Client, type Dispatcher } from 'undici';

// A separate process: clients that send a small request each, again and again. At the end, it reports all response times to the
// parent. Arguments: the address, then for each request its method, path and optional body, separated by tabs.

const [, , url = '', ...requests] = process.argv;
const end = new AbortController();
process.on('message', () => end.abort());
process.on('disconnect', () => process.exit());

function createProbe(request: string) {
  const [method = '', path = '', body] = request.split('\t');
  const options: Dispatcher.RequestOptions = {
    method,
    path,
    ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
  };
  const client = new Client(url);
  return {
    times: [] as number[],
    failures: 0,
    async send() {
      const began = performance.now();
      try {
        const { statusCode, body: answer } = await client.request(options);
        await answer.dump();
        if (statusCode === 200) this.times.push(performance.now() - began);
        else this.failures += 1;
      } catch {
        this.failures += 1;
      }
    },
  };
}

const probes = requests.map(createProbe);
// The first request opens the connection.
await Promise.all(probes.map((probe) => probe.send()));
for (const probe of probes) probe.times.length = 0;
process.send?.('ready');
await Promise.all(
  probes.map(async (probe) => {
    while (!end.signal.aborted) {
      await probe.send();
      await wait(5);
    }
  }),
);
process.send?.(probes.map(({ times, failures }) => ({ times, failures })));
