import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { deliveryList } from '#contract/delivery.ts';
import { endpointList, endpointSecret } from '#contract/endpoint.ts';
import {
  getDeliveries,
  getDelivery,
  getEndpoint,
  getEndpointSecret,
  getEndpoints,
  getWebhooksSummary,
  testEndpoint,
} from '#contract/operations/endpoints.ts';
import { getInspector, verifySignature } from '#contract/operations/inspector.ts';
import { getWebhooks, putWebhook } from '#contract/operations/webhooks.ts';
import type { Database } from '#platform/database/database.ts';
import { answerOf, makeUser } from '../../support/calls.ts';
import { onEmbedded } from '../../support/engines.ts';
import { deliverDue } from '../../support/webhooks.ts';
import { pathTo } from '#test/support/pathTo.ts';

const url = 'https://example.com/hook';

/** Every row of every table, as text. */
async function everyRow({ queries }: Database): Promise<string> {
  const tables = await queries
    .select({ name: sql<string>`relname` })
    .from(sql`pg_class`)
    .where(sql`relnamespace = 'public'::regnamespace AND relkind = 'r'`);
  let all = '';
  for (const { name } of tables) {
    const rows = await queries
      .select({ text: sql`string_agg(one::text, ' ')`.mapWith(String) })
      .from(sql`${sql.identifier(name)} AS one`);
    all += rows.map((row) => row.text).join('');
  }
  return all;
}

onEmbedded((service) => {
  const call = (method: string, path: string, body?: unknown) => service().call(method, path, body);

  test('secrets are shown where they are requested, and nowhere else', async () => {
    const put = (type: string) => call('PUT', putWebhook.path, { url, type });
    const { secret: made } = await answerOf(put('*'), z.object({ secret: z.string() }), 201);
    const [{ _id } = { _id: '' }] = await answerOf(call('GET', getEndpoints.path), endpointList);
    const secretPath = pathTo(getEndpointSecret, _id);
    expect((await answerOf(call('GET', secretPath), endpointSecret)).secret).toBe(made);
    const { secret: rotated } = await answerOf(call('POST', secretPath), endpointSecret);
    expect(rotated).not.toBe(made);

    await makeUser(service(), 'ada');
    await deliverDue(service());
    await makeUser(service(), 'bob');
    await call('POST', pathTo(testEndpoint, _id), { type: 'user.created' });
    await deliverDue(service(), 'Connection refused.');
    const [latest] = await answerOf(call('GET', getDeliveries.path), deliveryList);
    const answers = [
      call('GET', getWebhooks.path),
      put('*'),
      put('no-such-type'),
      call('GET', getEndpoints.path),
      call('GET', pathTo(getEndpoint, _id)),
      call('GET', getWebhooksSummary.path),
      call('GET', getDeliveries.path),
      call('GET', pathTo(getDelivery, latest?._id ?? '')),
      call('POST', verifySignature.path, { headers: {}, body: '', secret: rotated }),
      call('POST', verifySignature.path, { headers: 1, body: '', secret: rotated }),
      call('GET', getInspector.path),
    ];
    const told = (await Promise.all(answers.map(async (answer) => (await answer).text()))).join(
      '\n',
    );
    const kept = await everyRow(service().database);
    expect(told.length).toBeGreaterThan(5000);
    expect(kept).toContain(url);
    for (const secret of [made, rotated]) {
      const text = secret.replace('whsec_', '');
      const hex = Buffer.from(text, 'base64').toString('hex');
      for (const place of [told, kept, service().logged.join('')]) {
        expect(place).not.toContain(text);
        expect(place).not.toContain(hex);
      }
    }
  });
});
