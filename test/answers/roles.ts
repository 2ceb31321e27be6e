import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations/operations.ts';
import { json } from './changes.ts';
import { filledAddress, type Known } from './reads.ts';
import type { Recorder, Sent } from './recorder.ts';

/** A call of every operation that removes nothing. */
const callsOf = (known: Known): readonly (readonly [method: string, path: string])[] =>
  Object.values<Operation>(operations).flatMap(({ method, path }) =>
    method === 'DELETE' || /sessions?$/.test(path) ? [] : [[method, filledAddress(path, known)]],
  );

const fieldOf = (sent: Sent, name: string): string =>
  typeof sent.json === 'object' && sent.json !== null && name in sent.json
    ? String(Object.entries(sent.json).find(([key]) => key === name)?.[1])
    : 'nope';

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

/** Requests of every operation without a key, with a key of each role, and with a wrong key. */
export async function recordRoles({ send }: Recorder, known: Known): Promise<void> {
  await send('POST', '/x/keys', { body: { name: 'First', role: 'analyst' } });
  const made = await send('POST', '/x/keys', { body: { name: 'Admin', role: 'admin' } });
  const admin = fieldOf(made, 'key');
  const keys = new Map<string, string>([['admin', admin]]);
  for (const role of ['analyst', 'monitor']) {
    const sent = await send('POST', '/x/keys', { body: { name: role, role }, ...bearer(admin) });
    keys.set(role, fieldOf(sent, 'key'));
  }
  for (const [method, path] of callsOf(known)) {
    const body = method === 'GET' ? {} : { body: {} };
    await send(method, path, body);
    for (const role of ['analyst', 'monitor']) {
      await send(method, path, { ...body, ...bearer(keys.get(role) ?? '') });
    }
  }
  const signedIn = await send('POST', '/x/session', { body: { key: admin } });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const session = { headers: { cookie } };
  for (const read of ['/x/session', '/x/sessions', '/x/keys']) await send('GET', read, session);
  await send('POST', '/p/users/recorded', { ...json({ by: 'session' }), ...session });
  await send('DELETE', '/x/session', session);
  await send('GET', '/x/session', session);
  for (const read of ['/x/keys', '/x/audit', '/x/audit/verification', '/x/audit?format=csv']) {
    await send('GET', read, bearer(admin));
  }
  await send('DELETE', '/x/keys/nope', bearer(admin));
  for (let tries = 0; tries < 7; tries += 1)
    await send('GET', '/p/thematics', bearer(`pfk_${tries}`));
}
