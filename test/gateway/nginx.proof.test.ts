import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:tls';
import { gunzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BehindNginx, isNginxHere, publicName, startBehindNginx } from './behindNginx.ts';
import { endAll } from './spawned.ts';

const isHere = isNginxHere();
let behind: BehindNginx;
beforeAll(async () => {
  if (isHere) behind = await startBehindNginx();
});
afterAll(async () => {
  await endAll();
  if (isHere) await behind?.stop();
});

const putUser = (customId: string) =>
  behind.ask('/p/users', {
    method: 'PUT',
    headers: behind.admin,
    body: JSON.stringify({ customId }),
  });

/** What two readers of HTTP could take for two requests, or for one: behind the first hides one that makes a user. */
const hidden = (id: string) => {
  const body = JSON.stringify({ customId: id });
  return `PUT /p/users HTTP/1.1\r\nHost: ${publicName}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
};
const attacks: Record<string, (rest: string) => readonly [headers: string, body: string]> = {
  'CL.TE': (rest) => [
    `Content-Length: ${rest.length + 5}\r\nTransfer-Encoding: chunked`,
    `0\r\n\r\n${rest}`,
  ],
  'TE.CL': (rest) => [
    'Transfer-Encoding: chunked\r\nContent-Length: 4',
    `${rest.length.toString(16)}\r\n${rest}\r\n0\r\n\r\n`,
  ],
  'two lengths': (rest) => [`Content-Length: 0\r\nContent-Length: ${rest.length}`, rest],
  'a list of lengths': (rest) => [`Content-Length: 0, ${rest.length}`, rest],
  'a signed length': (rest) => [`Content-Length: +${rest.length}`, rest],
  'obs-fold of a length': (rest) => [`Content-Length:\r\n ${rest.length}`, rest],
  'obs-fold of an encoding': (rest) => [
    `X-Other: a\r\n Transfer-Encoding: chunked\r\nContent-Length: ${rest.length + 5}`,
    `0\r\n\r\n${rest}`,
  ],
  'a blank before the colon': (rest) => [
    `Content-Length: ${rest.length + 5}\r\nTransfer-Encoding : chunked`,
    `0\r\n\r\n${rest}`,
  ],
  'another encoding': (rest) => [
    `Content-Length: ${rest.length + 5}\r\nTransfer-Encoding: xchunked`,
    `0\r\n\r\n${rest}`,
  ],
  'two encodings': (rest) => [
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
    `0\r\n\r\n${rest}`,
  ],
  'a bare line feed': (rest) => [
    `Content-Length: 0\nTransfer-Encoding: chunked`,
    `0\r\n\r\n${rest}`,
  ],
};

describe.skipIf(!isHere)('behind nginx', () => {
  test('http redirects to https, another host is rejected, and a page is served', async () => {
    const call = request({ host: '127.0.0.1', port: behind.ports.plain, path: '/users?q=a' }).end();
    const [response] = await once(call, 'response');
    response.resume();
    expect(response.headers.location).toBe(`https://${publicName}/users?q=a`);
    const elsewhere = await behind.ask('/p/users', {
      headers: { ...behind.admin, host: 'evil.example' },
    });
    expect(elsewhere.headers['x-request-id']).toMatch(/^[\da-f]{32}$/);
    expect([elsewhere.status, elsewhere.headers['content-type']]).toEqual([
      421,
      'application/problem+json',
    ]);
  });

  test('without a key there is no access from any machine, not even to process metrics', async () => {
    for (const path of ['/p/users', '/x/metrics']) {
      expect((await behind.ask(path)).status).toBe(401);
      expect((await behind.ask(path, { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(
        401,
      );
      expect((await behind.ask(path, { headers: behind.admin })).status).toBe(200);
    }
  });

  test('sign-in sets a cookie for this host and HTTPS only', async () => {
    const body = JSON.stringify({ key: behind.admin['authorization']?.slice(7) });
    const origin = `https://${publicName}`;
    const signedIn = await behind.ask('/x/session', { method: 'POST', headers: { origin }, body });
    expect(signedIn.status).toBeLessThan(300);
    expect(signedIn.headers['set-cookie']?.[0]).toMatch(
      /^__Host-\w+=[^;]+; .*HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(signedIn.headers['strict-transport-security']).toBeDefined();
    const other = await behind.ask('/x/session', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body,
    });
    expect(other.status).toBe(403);
  });

  test.each([
    ['tls', 'deflate', inflateSync],
    ['compressing', 'gzip', gunzipSync],
  ] as const)(
    'by its entity tag a user is changed once, and what did not change is not sent again, compressed by the service or by nginx (%s)',
    async (which, encoding, decompressed) => {
      const customId = `tagged-${which}`;
      const port = behind.ports[which];
      const path = `/p/users/${customId}`;
      const change = (note: string, headers: Record<string, string>) =>
        behind.ask(path, {
          port,
          method: 'POST',
          headers: { ...behind.admin, ...headers },
          body: JSON.stringify({ json: JSON.stringify({ note: note.repeat(2000) }) }),
        });
      await putUser(customId);
      expect((await change('a', {})).status).toBe(200);
      const { headers, bytes } = await behind.ask(path, {
        port,
        headers: { ...behind.admin, 'accept-encoding': encoding },
      });
      expect(headers['content-encoding']).toBe(encoding);
      expect(decompressed(bytes).toString()).toContain('aaaa');
      const tag = headers.etag ?? '';
      expect((await change('b', { 'if-match': tag })).status).toBe(200);
      expect((await change('c', { 'if-match': tag })).status).toBe(412);

      const read = (more: Record<string, string>) =>
        behind.ask('/p/thematics/energy-grids/history/month', {
          port,
          headers: { ...behind.admin, 'accept-encoding': encoding, ...more },
        });
      const whole = await read({});
      expect([whole.status, whole.headers['content-encoding']]).toEqual([200, encoding]);
      const again = await read({ 'if-none-match': whole.headers.etag ?? '' });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    },
  );

  test('a live stream passes events on at once', async () => {
    const response = await behind.open('/x/live', { headers: behind.admin });
    let text = '';
    response.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await expect.poll(() => text).toContain('event: tick');
    await putUser('streamed');
    await expect.poll(() => text, { timeout: 5000 }).toContain('streamed');
    response.destroy();
  });

  test('a large file is imported while it arrives', async () => {
    const rows = Array.from({ length: 300 }, (_, row) => `large-${row},${'x'.repeat(30_000)}`);
    const body = ['customId,note', ...rows].join('\n');
    expect(body.length).toBeGreaterThan(8 * 2 ** 20);
    const headers = { ...behind.admin, 'content-type': 'text/csv' };
    const imported = await behind.ask('/x/users/import', { method: 'POST', headers, body });
    expect(imported.status).toBe(200);
    expect(imported.bytes.toString()).toContain('"created":300');
  });

  test.each(Object.keys(attacks))(
    'smuggling by %s is refused or closed, and hides no request',
    async (kind) => {
      const customId = `smuggled-${Object.keys(attacks).indexOf(kind)}`;
      // Without the key, because a chained process would need its own.
      const [headers, body] = attacks[kind]?.(`${hidden(customId)}\r\n`) ?? ['', ''];
      const key = `Authorization: ${behind.admin['authorization']}`;
      const socket = connect({
        host: '127.0.0.1',
        port: behind.ports.tls,
        rejectUnauthorized: false,
      });
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
      });
      socket.on('error', () => {});
      await once(socket, 'secureConnect');
      socket.write(
        `POST /p/users/none HTTP/1.1\r\nHost: ${publicName}\r\n${key}\r\n${headers}\r\n\r\n${body}`,
      );
      socket.write(
        `${JSON.stringify({ customId })}GET /x/health/live HTTP/1.1\r\nHost: ${publicName}\r\nConnection: close\r\n\r\n`,
      );
      const others = await Promise.all([
        putUser(`meanwhile ${kind}`),
        behind.ask('/x/health/live'),
      ]);
      expect(others.map(({ status }) => status)).toEqual([201, 200]);
      if (!socket.closed) await once(socket, 'close');
      expect(text).toMatch(/^HTTP\/1\.1 (400|501) /);
      const answers = text.match(/HTTP\/1\.1 \d{3} /g) ?? [];
      expect(answers).toHaveLength(1);
      expect((await behind.ask(`/p/users/${customId}`, { headers: behind.admin })).status).toBe(
        404,
      );
    },
  );
});
