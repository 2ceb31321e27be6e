import { setTimeout as wait } from 'node:timers/promises';
import { json } from './changes.ts';
import type { Recorder } from './recorder.ts';
import { idsIn } from './series.ts';
import type { RecordedProcess } from './startRecorded.ts';

/** Webhooks, delivered to the built-in receiver. */
export async function recordWebhooks(
  { send, peek }: Recorder,
  { pass, url }: Pick<RecordedProcess, 'pass' | 'url'>,
): Promise<readonly string[]> {
  const hook = (name: string, type = 'user.updated') => ({
    url: `${url}/x/webhooks/inspector/${name}`,
    type,
  });
  /** Waits until each delivery was attempted. */
  async function areSent(): Promise<void> {
    for (let tries = 0; tries < 400; tries += 1) {
      const state = JSON.stringify(await peek('/x/webhooks/deliveries?limit=1000'));
      if (!/"isSending":true|"state":"pending","isSending":false,"attempts":0/.test(state)) return;
      await wait(50);
    }
    throw new Error('Deliveries were not sent.');
  }
  const change = async (value: number) => {
    await pass(1000);
    await send('POST', '/p/users/recorded', json({ hooked: value }));
    await areSent();
  };
  const wrong = [
    hook('one', 'nope'),
    { url: 'x', type: '*' },
    { url: 'ftp://receiver.example/', type: '*' },
    { url: 'https://10.0.0.1/in', type: '*' },
    { url: `https://receiver.example/${'x'.repeat(2048)}`, type: '*' },
    { url: 'https://user:password@receiver.example/', type: '*' },
    { type: '*' },
  ];
  for (const body of wrong) await send('PUT', '/p/webhook', { body });
  await send('PUT', '/p/webhook', { body: hook('one') });
  await send('PUT', '/p/webhook', { body: hook('one') });
  await send('PUT', '/p/webhook', { body: hook('one', 'user.created') });
  await send('PUT', '/p/webhook', { body: hook('two', '*'), headers: { 'if-none-match': '*' } });
  await change(1);
  await send('PUT', '/x/webhooks/inspector', { body: { status: 500, delaySeconds: 0 } });
  await change(2);
  await send('PUT', '/x/webhooks/inspector', { body: { status: 1, delaySeconds: 0 } });
  await send('PUT', '/x/webhooks/inspector', { body: { status: 204, delaySeconds: 0 } });
  const endpoints = idsIn((await send('GET', '/x/webhooks/endpoints')).json);
  const reads = ['/p/webhook', '/x/webhooks', '/x/webhooks/endpoints', '/x/webhooks/deliveries'];
  const [first = ''] = endpoints;
  const at = (part: string) => `/x/webhooks/endpoints/${first}${part}`;
  const steps: readonly (readonly [string, string, unknown?])[] = [
    ['POST', at('/test'), { type: 'user.created' }],
    ['POST', at('/test'), { type: 'nope' }],
    ['GET', at('/secret')],
    ['POST', at('/secret')],
    ['POST', at('/try')],
    ['POST', at('/disable')],
    ['POST', at('/test'), { type: 'user.created' }],
    ['POST', at('/try')],
    ['POST', at('/enable')],
    ['POST', at('/recover'), { since: '2026-06-17T00:00:00.000Z', dryRun: true }],
    ['POST', at('/recover'), { since: '2026-06-17T00:00:00.000Z' }],
    ['POST', at('/recover'), { since: 'x' }],
    ['POST', '/x/webhooks/endpoints/nope/enable'],
    ['POST', '/x/webhooks/verify', { headers: {}, body: '{}', secret: 'whsec_x' }],
    ['POST', '/x/webhooks/verify', { headers: {} }],
    ['DELETE', '/x/webhooks/inspector'],
    ['GET', '/x/webhooks/recoveries/nope'],
    ['DELETE', '/x/webhooks/recoveries/nope'],
    ['POST', '/x/webhooks/deliveries/nope/redeliver'],
  ];
  for (const [method, path, body] of steps) {
    await pass(1000);
    await send(method, path, body === undefined ? {} : { body });
    await areSent();
    for (const read of reads) await send('GET', read);
  }
  const deliveries = idsIn((await send('GET', '/x/webhooks/deliveries')).json);
  for (const id of deliveries.slice(0, 3)) {
    await send('GET', `/x/webhooks/deliveries/${id}`);
    await send('POST', `/x/webhooks/deliveries/${id}/redeliver`);
    await areSent();
  }
  const { url: gone, type } = hook('one');
  await send('DELETE', `/p/webhook?url=${encodeURIComponent(gone)}&type=${type}`);
  await send('DELETE', '/p/webhook', { body: hook('nope') });
  await send('DELETE', '/p/webhook');
  for (const read of [...reads, '/x/webhooks/inspector']) await send('GET', read);
  return endpoints;
}
