import type { Recorder, Sent } from './recorder.ts';
import type { Known } from './reads.ts';
import { idsIn } from './series.ts';
import type { RecordedProcess } from './startRecorded.ts';

type Passing = Pick<RecordedProcess, 'pass'>;

export const json = (attributes: unknown) => ({ body: { json: JSON.stringify(attributes) } });
const amount = (token: string, value: unknown) => ({ token, amount: value });
const weight = (token: string, value: unknown) => ({ token, weight: value });

/** Users and what they hold: created, changed, corrected and undone. */
export async function recordHoldings(
  { send }: Recorder,
  { pass }: Passing,
  { thematics: [thematic = '', other = ''] }: Known,
): Promise<void> {
  const tokensOf = async (id: string): Promise<string[]> => {
    const text = (await send('GET', `/p/thematics/${encodeURIComponent(id)}`)).text;
    return [...text.matchAll(/"token":\{"_id":"([^"]+)"/g)].map(([, token = '']) => token);
  };
  const [first = '', second = '', third = ''] = await tokensOf(thematic);
  const [foreign = ''] = await tokensOf(other);
  const path = '/p/users/recorded';
  const reads = [
    path,
    `${path}/wallets`,
    `${path}/wallets/history/day`,
    `${path}/wallets/history/month`,
    `${path}/wallets/thematics/${thematic}/history/week`,
    '/x/users/recorded/statements',
    '/x/users/recorded/performance/month',
    '/x/users/recorded/wallets/performance/week',
    '/x/users/recorded/positions/history/week',
    '/x/directory?q=recorded',
    '/x/exposure?q=recorded',
    '/x/audit/changes?kind=user&id=recorded',
    '/x/audit?limit=1',
  ];
  const change = async (body: object, headers: Record<string, string> = {}): Promise<Sent> => {
    await pass(1000);
    const sent = await send('POST', path, { ...json(body), headers });
    for (const read of reads) await send('GET', read);
    return sent;
  };
  const hold = (tokens: unknown, more: object = {}) => ({
    wallets: [{ thematics: thematic, tokens, ...more }],
  });

  for (const customId of [
    'recorded',
    'recorded',
    '',
    ' x',
    '..',
    'x'.repeat(129),
    'a/b?c#d e%2F',
  ]) {
    await send('PUT', '/p/users', { body: { customId } });
  }
  await send('PUT', '/p/users', {
    body: { customId: 'recorded' },
    headers: { 'if-none-match': '*' },
  });
  for (const body of ['{', '[]', '{}', '{"customId":1}', '{"customId":"x","more":1}']) {
    await send('PUT', '/p/users', { body, headers: { 'content-type': 'application/json' } });
  }
  await send('PUT', '/p/users', { body: 'x', headers: { 'content-type': 'text/plain' } });

  await change({ name: 'Recorded', country: 'CH', desk: { floor: 1 }, tags: ['a', 'b'] });
  await change(hold([amount(first, 2), amount(second, 10.5)], { at: '2026-05-01T00:00:00.000Z' }));
  await change(hold([amount(first, 3), amount(second, 10.5), amount(third, 0)]));
  await change(hold([amount(first, 2.5)], { at: '2026-05-01T00:00:00.000Z' }));
  await change(hold([amount(first, 4)], { at: '2026-06-10T12:00:00.000Z' }));
  await change(hold(null, { at: '2026-06-10T12:00:00.000Z' }));
  await change(hold([amount(first, 4)], { at: '2026-06-10T12:00:00.000Z' }));
  await change({ wallets: [{ thematics: other, tokens: [amount(foreign, 1)] }], name: null });
  await change(hold([]));
  const tagged = await change({ desk: { floor: 2 }, note: 'x' });
  const tag = tagged.headers.get('etag') ?? '""';
  for (const given of [tag, tag, '"0"', '*', 'x']) {
    await change({ tier: given.length }, { 'if-match': given });
  }
  const wrong: readonly object[] = [
    hold([amount('NOPE', 1)]),
    hold([amount(first, -1)]),
    hold([amount(first, '1')]),
    hold([amount(first, 1), amount(first, 2)]),
    hold('x'),
    hold([amount(first, 1)], { at: '2036-01-01T00:00:00.000Z' }),
    hold([amount(first, 1)], { at: 'yesterday' }),
    hold(null, { at: '2026-01-01T00:00:00.000Z' }),
    { wallets: [{ thematics: 'nope', tokens: [] }] },
    { wallets: {} },
    { customId: 'y' },
    { total: 1 },
    { deep: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) },
    { long: 'x'.repeat(40_000) },
    { text: 'a\u0000b' },
  ];
  for (const body of wrong) await send('POST', path, json(body));
  for (const body of [{ json: 1 }, { json: '{' }, { json: '[]' }, { json: '{"a":1e999}' }, {}]) {
    await send('POST', path, { body });
  }
  await send('POST', '/p/users/nobody', json({}));

  const made = { attributes: { name: 'Made' }, wallets: hold([amount(first, 1)]).wallets };
  await send('PUT', '/x/users/made', { body: made });
  await send('PUT', '/x/users/made', { body: made });
  await send('PUT', '/x/users/other', { body: { wallets: hold([amount('NOPE', 1)]).wallets } });
  await send('PUT', '/x/users/other', { body: { attributes: { customId: 'z' } } });
  for (const read of ['/p/users/made', '/p/users/made/wallets', '/x/users/made/statements']) {
    await send('GET', read);
  }
}

/** Thematics, defined and redefined. */
export async function recordDefinitions(
  { send }: Recorder,
  { pass }: Passing,
  { tokens: [first = '', second = '', third = ''] }: Known,
): Promise<void> {
  const path = '/x/thematics/recorded-thematic';
  const define = async (body: object, headers: Record<string, string> = {}): Promise<Sent> => {
    await pass(1000);
    const sent = await send('PUT', path, { body, headers });
    for (const read of ['/p/thematics/recorded-thematic', `${path}/definitions`]) {
      await send('GET', read);
    }
    return sent;
  };
  const whole = { name: 'Recorded', description: 'For the recording.' };
  await define({ ...whole, tokens: [weight(first, 0.5), weight(second, 0.5)] });
  await define({ ...whole, tokens: [weight(first, 0.25), weight(second, 0.75)] });
  const past = { from: '2026-06-10T00:00:00.000Z' };
  await define({ ...whole, tokens: [weight(first, 0.4), weight(third, 0.6)], ...past });
  const renamed = { ...whole, name: 'Recorded again', tokens: [weight(first, 1)] };
  const tag = (await define(renamed)).headers.get('etag') ?? '""';
  await define({ ...renamed, name: 'Third' }, { 'if-match': tag });
  await define({ ...renamed, name: 'Fourth' }, { 'if-match': tag });
  await define(renamed, { 'if-none-match': '*' });
  for (const tokens of [
    [],
    [weight(first, 0.5)],
    [weight('NOPE', 1)],
    [weight(first, 0.5), weight(first, 0.5)],
    [weight(first, -1), weight(second, 2)],
    'x',
  ]) {
    await send('PUT', path, { body: { ...whole, tokens } });
  }
  for (const type of ['day', 'month', 'all']) {
    await send('GET', `/p/thematics/recorded-thematic/history/${type}`);
    await send('GET', `${path}/contribution/${type}`);
  }
  for (const from of [past.from, past.from, '2020-01-01T00:00:00.000Z', 'x']) {
    await send('DELETE', `${path}/definitions/${encodeURIComponent(from)}`);
  }
  for (const read of [`${path}/definitions`, '/x/levels/month', `${path}/users`]) {
    await send('GET', read);
  }
}

const table = (rows: readonly string[]): string => `${rows.join('\n')}\n`;

/** Imports of users: tried, done, repeated and undone. */
export async function recordImports(
  { send }: Recorder,
  { pass }: Passing,
  { thematics: [thematic = ''], tokens: [token = '', other = ''] }: Known,
): Promise<void> {
  const headers = { 'content-type': 'text/csv' };
  const users = table([
    'customId,name,country,thematic,token,amount,at',
    `imported-1,One,CH,${thematic},${token},2,2026-05-01`,
    `imported-1,One,CH,${thematic},${other},3.5,2026-05-01`,
    `imported-2,Two,JP,,,,`,
    `recorded,Imported,AT,${thematic},${token},7,2026-06-01T00:00:00Z`,
    `imported-3,Three,DE,${thematic},NOPE,1,`,
    `imported-4,Four,DE,${thematic},${token},many,`,
    ` imported-5,Five,,,,,`,
  ]);
  const bad = [
    '',
    'x',
    'a;b\n1;2\n',
    'customId,customId\na,b\n',
    '"customId\n',
    'customId\n\u0000\n',
  ];
  const send1 = (query: string, body: string) =>
    send('POST', `/x/users/import${query}`, { body, headers });
  await send1('?dryRun=1', users);
  await send1('?dryRun=1&existing=skip', users);
  await pass(1000);
  await send1('?file=users.csv', users);
  await send('GET', '/x/users/imports');
  await pass(1000);
  await send1('?existing=update', users);
  await send1('?existing=skip', users);
  const map = encodeURIComponent('{"Code":{"attribute":"code","as":"text"},"E-Mail":"customId"}');
  await send1(`?map=${map}`, table(['E-Mail,Code,Notes', 'mapped@example.com,007,x']));
  for (const query of ['?map=x', '?existing=drop', '?dryRun=2', '?asOf=x', '?nope=1']) {
    await send1(query, users);
  }
  for (const body of bad) await send1('', body);
  await send('POST', '/x/users/import', { body: users, headers: { 'content-type': 'image/png' } });
  const lines =
    '{"customId":"imported-1","attributes":{"tier":"gold","country":null}}\n{"id":"nobody","attributes":{}}\n{"wrong":1}';
  const sendLines = (query: string, body: string) =>
    send('POST', `/x/users/attributes${query}`, {
      body,
      headers: { 'content-type': 'application/x-ndjson' },
    });
  await sendLines('?dryRun=1', lines);
  await sendLines('?file=Set+tier', lines);
  await sendLines('', '');
  await sendLines('?dryRun=2', lines);
  const reads = ['imported-1', 'imported-2', 'recorded', 'mapped@example.com'].flatMap((id) => [
    `/p/users/${encodeURIComponent(id)}`,
    `/x/users/${encodeURIComponent(id)}/statements`,
  ]);
  for (const read of reads) await send('GET', read);
  const past = idsIn((await send('GET', '/x/users/imports')).json, 'id');
  await send('POST', '/p/users/imported-2', json({ country: 'changed since' }));
  await pass(1000);
  for (const id of [...past, past[0] ?? '', 'nope']) {
    await send('POST', `/x/users/import/${id}/undo`);
  }
  for (const read of [...reads, '/x/users/imports']) await send('GET', read);
  await send('POST', '/x/prices', { body: { step: 'day', prices: [] } });
  const form = { 'content-type': 'multipart/form-data; boundary=x' };
  await send('POST', '/x/import', { body: '--x--\r\n', headers: form });
  await send('PUT', '/x/samples', { body: { count: -1 } });
}
