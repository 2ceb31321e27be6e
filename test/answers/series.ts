import { historyTypes } from '#contract/historyType.ts';
import type { Recorder } from './recorder.ts';
import { addressesOf, hostileReads, type Known, readsOf } from './reads.ts';

/** Reads everything that a store holds, in as many ways as there are parameters. */
export async function recordReads({ send }: Recorder, known: Known): Promise<void> {
  for (const path of readsOf(known)) await send('GET', path);
}

/** Requests that hold something wrong, of every address. */
export async function recordOddRequests(recorder: Recorder, known: Known): Promise<void> {
  const { send } = recorder;
  for (const path of hostileReads()) await send('GET', path);
  for (const path of addressesOf(known)) {
    await send('HEAD', path);
    await send('PATCH', path);
    await send('OPTIONS', path);
  }
  for (const path of ['/x', '/p', '/x/nope', '/p/users/', '/p//users', '/X/tokens', '/nope']) {
    await send('GET', path);
  }
  for (const accept of ['text/html', 'text/csv', 'application/json;q=0', '*/*', ';']) {
    for (const path of ['/p/users?limit=2', '/x/directory?limit=2', '/x/exposure?limit=2']) {
      await send('GET', path, { headers: { accept } });
    }
  }
  for (const path of ['/x/metrics', '/x/live', '/x/live?before=x', '/p/docs', '/p/openapi.json']) {
    await send('GET', path);
  }
  await send('GET', '/p/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
  await send('GET', '/p/users', { headers: { 'accept-encoding': 'br' } });
  await recordConditions(recorder, known);
}

/** Conditional requests, with the tags of the answers before. */
async function recordConditions(
  { send }: Recorder,
  { users: [user = ''], thematics: [thematic = ''] }: Known,
): Promise<void> {
  const paths = [
    '/p/thematics',
    `/p/thematics/${encodeURIComponent(thematic)}`,
    `/p/thematics/${encodeURIComponent(thematic)}/history/day`,
    '/x/tokens',
    '/x/levels/week',
    '/x/webhooks/types',
    '/p/openapi.json',
    `/p/users/${encodeURIComponent(user)}`,
  ];
  for (const path of paths) {
    const tag = (await send('GET', path)).headers.get('etag') ?? '"none"';
    for (const given of [tag, `W/${tag}`, '"other"', `"other", ${tag}`, '*', 'x']) {
      await send('GET', path, { headers: { 'if-none-match': given } });
    }
    await send('HEAD', path, { headers: { 'if-none-match': tag } });
  }
}

/** The ids in a list that is answered. */
export function idsIn(list: unknown, name = '_id'): string[] {
  if (!Array.isArray(list)) return [];
  return list.map((one: Record<string, unknown>) => String(one[name]));
}

/** Reads the ids in the store of a process, without recording the answers. */
export async function knownAt(
  { peek }: Recorder,
  { users, thematics, tokens }: Readonly<Record<'users' | 'thematics' | 'tokens', number>>,
): Promise<Known> {
  return {
    users: idsIn(await peek('/p/users'), 'customId').slice(0, users),
    thematics: idsIn(await peek('/p/thematics')).slice(0, thematics),
    tokens: idsIn(await peek('/x/tokens')).slice(0, tokens),
    endpoints: [],
    deliveries: [],
    historyTypes,
    hasSingleParameters: true,
  };
}
