import * as fc from 'fast-check';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations/operations.ts';
import { createUser, getUser, getUsers } from '#contract/operations/users.ts';
import * as upstream from '#contract/operations/upstream.ts';
import { operationsOfProcess } from '#test/support/ofProcess.ts';

const ofOthers = Object.values<Operation>({ ...operationsOfProcess, ...upstream });
/** The calls that the service itself answers. */
export const calls = Object.values<Operation>(operations).filter(
  (call) => !ofOthers.includes(call),
);

/** Texts that have broken programs before, and any others. */
const nasty = fc.oneof(
  fc.constantFrom(
    'ada',
    'data-feeds',
    'AUGRY',
    'day',
    'all',
    'wallet.updated',
    'https://example.com/hook',
    '',
    ' ',
    '.',
    '..',
    '%',
    '%00',
    '%ff',
    '%2F',
    '\0',
    '\ud800',
    '\r\nX-Evil: 1',
    "'; DROP TABLE users; --",
    '${7*7}{{7*7}}',
    '__proto__',
    'constructor',
    'NaN',
    '-1',
    '1e999',
    'null',
    '日本',
    '🂡'.repeat(64),
    'x'.repeat(129),
    'x'.repeat(5000),
    '{"$gt":""}',
    '[]',
    'p'.repeat(3),
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.base64String({ maxLength: 12 }),
);

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    nasty,
    fc.constantFrom(null, true, 0, -0, -1, 1.5, 1e308, 5e-324, Number.MAX_SAFE_INTEGER),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom(
          'customId',
          'json',
          'url',
          'type',
          'name',
          'tokens',
          'wallets',
          'thematics',
        ),
        fc.constantFrom(
          'token',
          'amount',
          'at',
          'weight',
          'description',
          'prices',
          'step',
          'price',
        ),
        nasty,
      ),
      tie('json'),
      { maxKeys: 5 },
    ),
  ),
}));

/** A statement, a definition and the like with something wrong in it, so that what is behind the schema is met too. */
const nearly = fc.oneof(
  fc.record({ customId: nasty }),
  fc.record({ url: fc.oneof(nasty, fc.webUrl()), type: nasty }),
  fc.record({ json: json.map((value) => JSON.stringify(value) ?? '') }),
  fc.record({ json: nasty }),
  fc
    .record({
      name: json,
      wallets: fc.array(
        fc.record(
          {
            thematics: nasty,
            tokens: fc.option(
              fc.array(fc.record({ token: nasty, amount: json }), { maxLength: 3 }),
            ),
            at: fc.oneof(
              nasty,
              fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
            ),
          },
          { requiredKeys: ['thematics', 'tokens'] },
        ),
        { maxLength: 3 },
      ),
    })
    .map((patch) => ({ json: JSON.stringify(patch) })),
  fc.record({
    name: nasty,
    tokens: fc.array(fc.record({ token: nasty, weight: fc.constantFrom(1, 0.5, 0.25) }), {
      maxLength: 3,
    }),
  }),
);

const encoder = new TextEncoder();
const body = fc.oneof(
  { weight: 4, arbitrary: nearly.map((value) => encoder.encode(JSON.stringify(value))) },
  { weight: 2, arbitrary: json.map((value) => encoder.encode(JSON.stringify(value))) },
  // Cut off in the middle, as by a line that broke.
  fc
    .tuple(nearly, fc.nat({ max: 60 }))
    .map(([value, at]) => encoder.encode(JSON.stringify(value).slice(0, at))),
  fc.uint8Array({ maxLength: 200 }),
  fc.constantFrom(
    encoder.encode(`{"json":${JSON.stringify('['.repeat(100_000))}}`),
    encoder.encode('['.repeat(60_000)),
    encoder.encode(`{"customId":"${'x'.repeat(70_000)}"}`),
    new Uint8Array(2 * 1024 * 1024 + 1).fill(0x20),
    encoder.encode(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\ntime,BTC\r\n--x--\r\n',
    ),
  ),
);

const header = fc.oneof(
  fc.constantFrom(
    ['content-type', 'application/json'],
    ['content-type', 'application/json; charset=utf-16'],
    ['content-type', 'text/csv'],
    ['content-type', 'application/gzip'],
    ['content-type', 'multipart/form-data; boundary=x'],
    ['content-type', 'multipart/form-data'],
    ['content-type', ';'],
    ['content-length', '1'],
    ['content-length', '-1'],
    ['content-length', '999999999999'],
    ['content-encoding', 'gzip'],
    ['accept', '*/*'],
    ['accept', 'text/html'],
    ['accept', ',;q=,/;;'],
    ['if-match', '*'],
    ['if-match', 'W/"'],
    ['if-none-match', '*'],
    ['if-none-match', `"${'x'.repeat(4000)}"`],
    ['authorization', 'Bearer x'],
    ['range', 'bytes=0-1'],
    ['x-http-method-override', 'DELETE'],
  ),
  fc.tuple(
    fc.constantFrom('content-type', 'accept', 'if-match', 'if-none-match', 'x-anything'),
    fc.string({
      unit: fc.integer({ min: 0x20, max: 0xff }).map((unit) => String.fromCodePoint(unit)),
    }),
  ),
);

/** Requests as no client of good will sends them, at each of some calls. */
export const requestsOf = (some: readonly Operation[]) =>
  fc.record({
    operation: fc.constantFrom(...some),
    method: fc.oneof(
      { weight: 4, arbitrary: fc.constant('its own') },
      fc.constantFrom('GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'QUERY', 'x!'),
    ),
    ids: fc.oneof(
      fc.constantFrom(
        ['ada', 'data-feeds', 'day'],
        ['ada', 'day', ''],
        ['data-feeds', 'all', ''],
        ['AUGRY', 'week', ''],
      ),
      fc.array(nasty, { minLength: 3, maxLength: 3 }),
    ),
    isEscaped: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
    query: fc.oneof(
      { weight: 3, arbitrary: fc.constant<[string, string][]>([]) },
      fc.array(
        fc.tuple(
          fc.oneof(
            fc.constantFrom('q', ...some.flatMap(({ query = {} }) => Object.keys(query))),
            nasty,
          ),
          nasty,
        ),
        { maxLength: 3 },
      ),
    ),
    headers: fc.oneof(
      { weight: 2, arbitrary: fc.constant([['content-type', 'application/json']]) },
      fc.array(header, { maxLength: 3 }),
    ),
    body: fc.option(body, { freq: 4 }),
  });
type Asked = ReturnType<typeof requestsOf> extends fc.Arbitrary<infer Value> ? Value : never;

const plain = {
  method: 'its own',
  ids: [],
  isEscaped: true,
  query: [],
  headers: [],
  body: null,
} satisfies Omit<Asked, 'operation'>;

function asking(operation: Operation, changes: Partial<Asked> = {}): Asked {
  return { ...plain, operation, ...changes };
}

const made201 = encoder.encode('{"customId":"made for sure"}');
const asJson: Partial<Asked> = { headers: [['content-type', 'application/json']] };
/** One request for each kind of answer, so that which kinds are met is not left to chance. */
export const sure: Asked[] = [
  asking(getUsers),
  asking(createUser, { ...asJson, body: made201 }),
  asking(createUser, { ...asJson, body: encoder.encode('{') }),
  asking(createUser, { ...asJson, body: encoder.encode('{"customId":""}') }),
  asking(createUser, { ...asJson, body: new Uint8Array(2 * 1024 * 1024 + 1) }),
  asking(createUser, { headers: [['content-type', 'text/csv']], body: made201 }),
  asking(getUsers, { method: 'DELETE' }),
  asking(getUsers, { headers: [['accept', 'text/html']] }),
  asking(getUser, { ids: ['nobody'] }),
];

/** The request, or null where no program could even send it. */
export function made({
  operation,
  method,
  ids,
  isEscaped,
  query,
  headers,
  body,
}: Asked): Request | null {
  let next = 0;
  const path = operation.path.replaceAll(/\{\w+\}/g, () => {
    const id = ids[next++] ?? '';
    return isEscaped ? encodeURIComponent(id.toWellFormed()) : id;
  });
  const search = new URLSearchParams(query).toString();
  const verb = method === 'its own' ? operation.method : method;
  try {
    const init = new Headers();
    for (const [name = '', value = ''] of headers) init.set(name, value);
    return new Request(`http://127.0.0.1:4173${path}${search === '' ? '' : `?${search}`}`, {
      method: verb,
      headers: init,
      ...(body === null || verb === 'GET' || verb === 'HEAD' ? {} : { body: new Uint8Array(body) }),
    });
  } catch {
    return null;
  }
}
