import { expect, test } from 'vitest';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations/operations.ts';
import { onEmbedded } from '../support/engines.ts';
import { makeUser, problemOf } from '../support/calls.ts';

/** Every call of the service that reads JSON, but for the built-in receiver, which takes any bytes, and prices, which need a stored market first. */
const reading = Object.entries<Operation>(operations).filter(
  ([name, { body, path }]) =>
    body !== undefined &&
    body.mediaType === undefined &&
    !['receiveMessage', 'pushPrices'].includes(name) &&
    !/^\/x\/(session|keys|views)/.test(path),
);
const encoder = new TextEncoder();
const deep = (levels: number) => `{"customId":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const brackets = JSON.stringify({ customId: '[{"\\'.repeat(5000) });

onEmbedded((service) => {
  const send = (operation: Operation, body: string | Uint8Array<ArrayBuffer>) =>
    service().fetch(
      new Request(`http://127.0.0.1:4173${operation.path.replaceAll(/\{\w+\}/g, 'ada')}`, {
        method: operation.method,
        headers: { 'content-type': 'application/json' },
        body,
      }),
    );

  test.each(reading)(
    '%s refuses what is no UTF-8, too deep, or no member of its',
    async (_, of) => {
      await makeUser(service(), 'ada');
      for (const bytes of [
        [0x7b, 0xff, 0x7d],
        [...encoder.encode('{"a":"'), 0xed, 0xa0, 0x80, ...encoder.encode('"}')],
        [...encoder.encode('{"a":"'), 0xc0, 0xaf, ...encoder.encode('"}')],
        [0xff, 0xfe, 0x7b, 0, 0x7d, 0],
      ]) {
        const { detail } = await problemOf(send(of, new Uint8Array(bytes)), 'malformed-json');
        expect(detail).toBe('The body is not valid JSON: it is not UTF-8.');
      }
      for (const levels of [64, 2500]) {
        const { detail } = await problemOf(send(of, deep(levels)), 'malformed-json');
        expect(detail).toBe('The body is nested deeper than 64 levels, the limit.');
      }
      await problemOf(send(of, deep(63)), 'invalid-body');
      await problemOf(send(of, '{"__proto__":{"role":"admin"},"constructor":{}}'), 'invalid-body');
      expect(Reflect.get({}, 'role')).toBeUndefined();
      expect(service().logged).toEqual([]);
    },
  );

  test('a body, or the JSON in it, of too many values is refused before it is parsed', async () => {
    await makeUser(service(), 'ada');
    const many = `[${'{},'.repeat(300_000)}{}]`;
    const body = await problemOf(send(operations.updateUser, many), 'malformed-json');
    expect(body.detail).toBe('The body has more than 500,000 values, the limit.');
    const json = JSON.stringify({ json: `{"a":${many}}` });
    const inside = await problemOf(send(operations.updateUser, json), 'too-large');
    expect(inside.detail).toBe('The text in json has more than 100,000 values, the limit.');
  });

  test('brackets within a text are no levels', async () => {
    await problemOf(send(operations.createUser, brackets), 'invalid-custom-id');
  });

  test('a path that is no UTF-8 names nothing, whatever the method', async () => {
    for (const escape of ['%ff', '%C0%AF', '%ED%A0%80', '%F8%88%80%80%80', '%2']) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        await problemOf(service().call(method, `/p/users/${escape}`), 'route-not-found');
      }
    }
  });
});

test('there are calls that read JSON', () => {
  expect(reading.map(([name]) => name)).toEqual(
    expect.arrayContaining(['createUser', 'updateUser', 'putWebhook', 'removeWebhook']),
  );
});
