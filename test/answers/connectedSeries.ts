import { setTimeout as wait } from 'node:timers/promises';
import { dialectService } from '#test/support/foreign/dialectService.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { serveForeign } from '#test/support/foreign/serveForeign.ts';
import { createTruth } from '#test/support/foreign/truth.ts';
import { json } from './changes.ts';
import type { Recorder } from './recorder.ts';
import { knownAt, recordOddRequests, recordReads } from './series.ts';
import { recordedNow, type RecordedProcess } from './startRecorded.ts';

/** The dialect whose answers are all recorded, and others of which some are. */
export const mainDialect = 'plain';
export const otherDialects = [
  'no zone',
  'blank',
  'seconds',
  'milliseconds',
  'columns in data',
  'keyed',
  'German',
  'gaps',
  'in pieces',
  'ids alone',
] as const;

/** A service of another maker, with the settings that put a process in front of it. */
export async function serveDialect(name: string) {
  const dialect = dialectOf(name);
  const truth = createTruth({ now: recordedNow });
  // Messages would arrive while requests are recorded, sooner or later.
  const served = await serveForeign(dialectService(dialect, truth, async () => null));
  const { usersQuery, prefix } = dialect;
  const settings: Record<string, string> = {
    PORTFOLIO_SERVICE_URL: `${served.url}${prefix}`,
    PORTFOLIO_SERVICE_REQUESTS_PER_SECOND: '10000',
    // One after the other: which answer comes first would differ.
    PORTFOLIO_SERVICE_CONCURRENT_REQUESTS: '1',
  };
  if (usersQuery !== null) {
    settings['PORTFOLIO_SERVICE_USERS_QUERY'] = `${usersQuery.name}=${usersQuery.value}`;
  }
  return { served, settings };
}

/** Waits until all users were read in the background. */
async function isRead({ peek }: Recorder): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const state: unknown = await peek('/x/upstream');
    const text = JSON.stringify(state);
    const [, users] = /"users":(\d+),"wallets":\1,"histories":\1,/.exec(text) ?? [];
    if (users !== undefined && Number(users) > 0 && text.includes('"state":"waiting"')) return;
    await wait(50);
  }
  throw new Error(`The users were not read: ${JSON.stringify(await peek('/x/upstream'))}`);
}

/** Some answers in front of a dialect. */
export async function recordDialect(recorder: Recorder): Promise<void> {
  await isRead(recorder);
  const known = await knownAt(recorder, { users: 2, thematics: 2, tokens: 1 });
  await recordReads(recorder, {
    ...known,
    historyTypes: ['day', 'all'],
    hasSingleParameters: false,
  });
}

/** All answers in front of a dialect, changes among them. */
export async function recordConnected(recorder: Recorder): Promise<void> {
  await isRead(recorder);
  const known = await knownAt(recorder, { users: 8, thematics: 4, tokens: 4 });
  await recordReads(recorder, known);
  await recordOddRequests(recorder, known);
  const { send } = recorder;
  const [user = ''] = known.users;
  const path = `/p/users/${encodeURIComponent(user)}`;

  await send('PUT', '/p/users', { body: { customId: 'recorded' } });
  await send('PUT', '/p/users', { body: { customId: 'recorded' } });
  await send('PUT', '/p/users', { body: { customId: '' } });
  await send('GET', '/p/users/recorded');
  await send('POST', path, json({ name: 'Recorded', desk: null }));
  await send('GET', path);
  await send('POST', path, json({ name: 'forbidden' }));
  await send('POST', path, json({ wallets: [] }));
  await send('POST', path, { body: { json: '{' } });
  await send('POST', path, { ...json({ name: 'x' }), headers: { 'if-match': '"1"' } });
  const hook = { url: 'https://receiver.example/in', type: 'user.updated' };
  await send('PUT', '/p/webhook', { body: hook });
  await send('GET', '/p/webhook');
  await send('DELETE', '/p/webhook', { body: hook });
  await send('DELETE', '/p/webhook', { body: hook });
  await send('GET', '/p/webhook');
  await send('PUT', '/x/users/another', { body: { attributes: {} } });
  await send('PUT', '/x/thematics/another', { body: { name: 'A', tokens: [] } });
  await send('POST', '/x/users/import', { body: 'a', headers: { 'content-type': 'text/csv' } });
  await send('PUT', '/x/samples', { body: { count: 1 } });
  await send('POST', '/x/upstream/hook');
  await send('DELETE', '/x/upstream/hook');
  await send('POST', '/x/upstream/hook/nope', { body: {} });
  for (const read of ['/p/users', path, `${path}/wallets`, `${path}/wallets/history/day`]) {
    await send('GET', read);
  }
  for (const read of ['/x/directory', '/x/exposure', '/x/audit', '/x/audit/verification']) {
    await send('GET', read);
  }
  await send('POST', '/x/upstream/check');
  await send('DELETE', '/x/upstream/sync');
  await send('GET', '/x/upstream');
  await send('POST', '/x/upstream/sync');
}

/** Answers when the other service cannot be reached, from long after it was read. */
export async function recordOutage(
  recorder: Recorder,
  { pass }: Pick<RecordedProcess, 'pass'>,
): Promise<void> {
  const { users } = await knownAt(recorder, { users: 1, thematics: 0, tokens: 0 });
  await pass(60_000);
  const path = `/p/users/${encodeURIComponent(users[0] ?? '')}`;
  for (const read of [path, `${path}/wallets`, '/p/thematics', '/p/webhook', '/x/health']) {
    await recorder.send('GET', read);
  }
  await recorder.send('POST', path, { body: { json: '{}' } });
}
