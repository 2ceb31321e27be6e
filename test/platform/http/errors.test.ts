import { expect, test } from 'vitest';
import { putThematic } from '#contract/operations/thematics.ts';
import { updateUser } from '#contract/operations/users.ts';
import { makeUser, problemOf } from '../../support/calls.ts';
import { onEmbedded } from '../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';

const origin = 'http://127.0.0.1:4173';

const bytes = (...values: number[]) => new Uint8Array(values);

onEmbedded((service) => {
  const send = (method: string, path: string, init: RequestInit) =>
    service().fetch(new Request(origin + path, { method, ...init }));
  const put = (body: BodyInit | null, type?: string) =>
    send('PUT', '/p/users', {
      body,
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    });
  const told = async (body: BodyInit | null) =>
    (await problemOf(put(body, 'application/json'), 'malformed-json')).detail;
  const ofLength = (path: string, length: number, method: string) =>
    send(method, path, {
      body: `{"a":"${'x'.repeat(length - '{"a":""}'.length)}"}`,
      headers: { 'content-type': 'application/json' },
    });

  test('a body that is no JSON is answered with where it goes wrong', async () => {
    expect(await told(null)).toContain('empty');
    expect(await told('')).toContain('empty');
    expect(await told('{"customId":')).toContain('ends too early');
    expect(await told('{"customId": ada}')).toContain('unexpected "a" at position 13');
    expect(await told(bytes(0x22, 0xff, 0x22))).toContain('not UTF-8');
    expect(await told(bytes(0x22, 0xed, 0xa0, 0x80, 0x22))).toContain('not UTF-8');
    // UTF-16, with its mark.
    expect(await told(bytes(0xff, 0xfe, 0x7b, 0x00))).toContain('not UTF-8');
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes(0x7b));
      },
      pull: (controller) => controller.error(new Error('The caller went away')),
    });
    const response = send('PUT', '/p/users', { body: broken, duplex: 'half' } as RequestInit);
    expect((await problemOf(response, 'malformed-json')).detail).toContain('ended early');
  });

  test('a UTF-8 mark before the JSON does no harm', async () => {
    const body = bytes(0xef, 0xbb, 0xbf, ...new TextEncoder().encode('{"customId":"ada"}'));
    expect((await put(body, 'application/json')).status).toBe(201);
  });

  test('JSON is read under its media types, and under none', async () => {
    for (const [index, type] of [
      'application/json',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/problem+json',
      'application/merge-patch+json;v=1',
    ].entries()) {
      expect((await put(`{"customId":"${index}"}`, type)).status).toBe(201);
    }
    const unnamed = await put(new TextEncoder().encode('{"customId":"unnamed"}'));
    expect(unnamed.status).toBe(201);
    for (const type of [
      'text/plain',
      'text/json',
      'application/jsonx',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      '',
      'json',
    ]) {
      await problemOf(put('{"customId":"x"}', type), 'unsupported-media-type');
    }
  });

  test('rejects too large a body at its limit, announced or not', async () => {
    await makeUser(service(), 'ada');
    const limits: [string, string, number, string][] = [
      ['PUT', '/p/users', 64 * 1024, '64 KiB'],
      ['PUT', pathTo(putThematic, 'x'), 64 * 1024, '64 KiB'],
      ['POST', pathTo(updateUser, 'ada'), 2 * 1024 * 1024, '2 MiB'],
      ['PUT', '/p/webhook', 8 * 1024, '8 KiB'],
      ['DELETE', '/p/webhook', 8 * 1024, '8 KiB'],
    ];
    for (const [method, path, limit, words] of limits) {
      // At the limit it is read, and is no body that is known.
      await problemOf(ofLength(path, limit, method), 'invalid-body');
      const problem = await problemOf(ofLength(path, limit + 1, method), 'too-large');
      expect(problem.detail).toContain(words);
      const announced = send(method, path, {
        body: '{}',
        headers: { 'content-type': 'application/json', 'content-length': String(limit + 1) },
      });
      await problemOf(announced, 'too-large');
    }
  });

  test('a body without an end is read no further than its limit', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1024;
        controller.enqueue(new Uint8Array(1024).fill(0x20));
      },
    });
    const response = send('PUT', '/p/users', { body: endless, duplex: 'half' } as RequestInit);
    await problemOf(response, 'too-large');
    expect(sent).toBeLessThan(128 * 1024);
  });

  test.each<[accept: string, admits: boolean]>([
    ['*/*', true],
    ['application/json', true],
    ['application/*', true],
    ['text/html, application/json;q=0.1', true],
    ['text/html, */*;q=0.01', true],
    ['', true],
    ['APPLICATION/JSON', true],
    ['application/json;q=nonsense', true],
    ['text/html', false],
    ['application/json;q=0', false],
    ['*/*;q=1, application/json;q=0', false],
    ['application/*;q=0, */*', false],
    ['text/*', false],
    ['application/jsonx', false],
    [';;;,,', false],
  ])('Accept: %s admits JSON: %s', async (accept, admits) => {
    const response = await send('GET', '/p/thematics', { headers: { accept } });
    expect(response.status).toBe(admits ? 200 : 406);
    const refused = admits ? null : await problemOf(response, 'not-acceptable');
    expect(refused?.detail ?? 'application/json').toContain('application/json');
  });

  test('nothing is written for a caller who could not read the answer', async () => {
    const response = send('PUT', '/p/users', {
      body: '{"customId":"ada"}',
      headers: { accept: 'text/html', 'content-type': 'application/json' },
    });
    await problemOf(response, 'not-acceptable');
    await problemOf(send('GET', '/p/users/ada', {}), 'user-not-found');
  });

  test('a query that is misspelt or repeated is not silently ignored', async () => {
    for (const query of ['period=day', 'a', '=', '%00=1', '__proto__=1', '日本=1']) {
      const problem = await problemOf(send('GET', `/p/thematics?${query}`, {}), 'invalid-query');
      expect(problem.instance).toBe('/p/thematics');
    }
    await problemOf(send('GET', '/p/users?limit=1&limit=1', {}), 'invalid-query');
    expect((await send('GET', '/p/thematics?', {})).status).toBe(200);
  });
});
