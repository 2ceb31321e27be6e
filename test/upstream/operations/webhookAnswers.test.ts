import { afterAll, expect, test } from 'vitest';
import { problemOf } from '../../support/calls.ts';
import { createConnected } from '../../support/connectedService.ts';
import { openFromTemplate } from '../../support/embeddedTemplate.ts';

const database = await openFromTemplate();
afterAll(() => database.close());

test('a webhook whose address holds our own credential is not sent as it is shown', async () => {
  const secret = 'correct-horse';
  const hook = { url: `https://receiver.example/in?key=${secret}`, type: '*' };
  const there = createConnected({
    answer: async () => Response.json([hook]),
    database,
    headers: { 'x-api-key': secret },
  });
  const text = await (await there.call('GET', '/p/webhook')).text();
  expect(text).not.toContain(secret);
  const shown = { ...hook, url: 'https://receiver.example/in?key=…' };
  expect(JSON.parse(text)).toMatchObject([shown]);
  for (const method of ['PUT', 'DELETE']) {
    const { detail } = await problemOf(there.call(method, '/p/webhook', shown), 'invalid-url');
    expect(detail).toContain('stands for hidden text');
  }
  expect(there.requests).toEqual(['GET /p/webhook']);
  await there.close();
});
