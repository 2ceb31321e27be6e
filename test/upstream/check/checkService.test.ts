import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { operations } from '#contract/operations/operations.ts';
import { checkCsv, checkMarkdown, checkReport } from '#contract/serviceCheck.ts';
import type { Answer } from '#test/support/foreign/dialectService.ts';
import {
  dropped,
  needsHeader,
  on,
  truncated,
  webPage,
  type Fault,
} from '#test/support/foreign/faultyService.ts';
import { createTestService } from '#test/support/service.ts';
import { check, differing, found, openCheck, service, speak } from './checked.ts';

const isRead = (call: string) => call.startsWith('GET ');
const theSixteen = Object.values(operations)
  .filter(({ path }) => path.startsWith('/p/'))
  .map(({ method, path }) => `${method} ${path}`);

test('our own service passes every call, also with changes', async () => {
  const own = await createTestService({ sampleUsers: 8 });
  const { report, calls } = await check(own.fetch, { elapsed: () => 0 });
  for (const outcome of ['differs', 'unreadable', 'not-tried']) {
    expect(found(report, outcome)).toEqual([]);
  }
  expect(report.unreachable).toBeNull();
  expect(report.counts.passed).toBe(theSixteen.length);
  expect(new Set(report.findings.map(({ call }) => call))).toEqual(new Set(theSixteen));
  expect(new Set(report.latencies.map(({ call }) => call))).toEqual(new Set(theSixteen));
  expect(report.requests).toBe(calls.length);
  expect(calls.length).toBeLessThan(200);
  // The user stays, and the report says so; the webhook is gone.
  const [left = ''] = report.left;
  const users = await (await own.call('GET', '/p/users')).json();
  expect(users).toHaveLength(9);
  expect(left).toContain(users.at(-1).customId);
  expect(report.left).toHaveLength(1);
  expect(await (await own.call('GET', '/p/webhook')).json()).toEqual([]);
  expect(own.logged).toEqual([]);
  await own.close();
});

test('without agreement nothing is changed, and each change is named as not tried', async () => {
  const { report, calls } = await check(speak('plain'), { hasWrites: false });
  expect(calls.filter((call) => !isRead(call))).toEqual([]);
  const writes = report.findings.filter(({ call }) => !isRead(call));
  for (const finding of writes) {
    expect(finding).toMatchObject({ outcome: 'not-tried', found: 'Changes were not allowed.' });
  }
  expect(found(report, 'differs')).toEqual([]);
  expect(report.left).toEqual([]);
});

test('what cannot be read is named by call, with what is wrong', async () => {
  const answer = speak(
    'plain',
    on(/\/p\/thematics$/, webPage),
    on(/history\/week$/, truncated),
    on(/\/p\/webhook$/, async () => Response.json([{ url: 'https://a.example' }])),
  );
  const { report } = await check(answer, { hasWrites: false });
  const all = found(report, 'unreadable').join('\n');
  expect(all).toMatch(/^GET \/p\/thematics: .* a web page, not JSON/m);
  expect(all).toMatch(
    /^GET \/p\/users\/\{id\}\/wallets\/history\/\{historyType\}: .* incomplete or invalid.*history\/week/m,
  );
  expect(all).toMatch(/^GET \/p\/webhook: 1 of 1 webhook: no type in them, first at \/0/m);
  expect(found(report, 'not-tried').join('\n')).toContain('GET /p/thematics/{id}: ');
});

test('an unknown user that is somebody, and an id that breaks a path, are differences that matter', async () => {
  const nobody = on(/nobody-\w+$/, async () => Response.json({ customId: 'else' }));
  const slashes = on(/%2F/, async () => new Response('Bad path', { status: 400 }));
  const { report } = await check(speak('plain', nobody, slashes), { hasWrites: false });
  const ofUser = report.findings.filter(({ call }) => call === 'GET /p/users/{id}');
  for (const text of [
    /^unknown user: answered with 200 /,
    /^unknown user with an awkward id: answered with 400 /,
  ]) {
    const finding = { outcome: 'differs', isHarmless: false, found: expect.stringMatching(text) };
    expect(ofUser).toContainEqual(expect.objectContaining(finding));
  }
});

test.each([
  ['French', 'a list of histories with their types'],
  ['Swiss', 'an object of totals by time'],
])('the histories of a service that speaks %s differ: %s', async (name, text) => {
  const { report } = await check(speak(name), { hasWrites: false });
  const calls = differing(report)[text] ?? [];
  expect(calls.filter((call) => /history/.test(call)).length).toBeGreaterThan(3);
});

/** Each wallet says half of what it holds. */
const halved: Fault = async (request, next) => {
  const wallets: { total: number }[] = await (await next(request)).json();
  return Response.json(wallets.map((one) => ({ ...one, total: one.total / 2 })));
};

test('a total that is not the sum of its parts differs', async () => {
  const answer = speak('plain', on(/\/wallets$/, halved));
  const { report } = await check(answer, { hasWrites: false });
  // The totals of positions are whole.
  expect(differing(report)).toEqual({
    'totals differ from their parts by more than 0.01 %': ['GET /p/users/{id}/wallets'],
  });
});

/** Lists are empty, and nothing else is there. */
const empty: Answer = async ({ url }) =>
  new URL(url).pathname.split('/').length === 3
    ? Response.json([])
    : Response.json(
        { title: 'None', status: 404 },
        {
          status: 404,
          headers: { 'content-type': 'application/problem+json' },
        },
      );

test('a service without users and thematics is nothing wrong: what needs them is not tried', async () => {
  const { report } = await check(empty, { hasWrites: false });
  expect(found(report, 'differs')).toEqual([]);
  expect(found(report, 'unreadable')).toEqual([]);
  expect(found(report, 'not-tried')).toContain(
    'GET /p/users/{id}/wallets: The service has no data to test this with.',
  );
});

test('credentials that are refused are said of each call, without the secret', async () => {
  const answer = speak('plain', needsHeader('authorization', 'Bearer right'));
  const headers = { Authorization: 'Bearer hunter2-hunter2' };
  const { report } = await check(answer, { headers, hasWrites: false });
  expect(found(report, 'unreadable')).toHaveLength(3);
  expect(found(report, 'unreadable')[0]).toContain('rejected our credentials (401');
  expect(JSON.stringify(report)).not.toContain('hunter2');
});

test('a service that is gone is found out with its first calls; one that goes ends the check', async () => {
  const { report, calls } = await check(speak('plain', dropped));
  expect(report.unreachable).toMatch(/cannot be reached/);
  expect(new Set(calls).size).toBe(3);
  let isGone = false;
  const later: Fault = async (request, next) => {
    if (request.method === 'POST') isGone = true;
    if (isGone) throw new Error('gone');
    return next(request);
  };
  const { report: second } = await check(speak('plain', later));
  expect(second.unreachable).not.toBeNull();
  expect(second.left).toHaveLength(1);
  expect(second.counts.passed).toBe(12);
});

test('slow answers differ, with how slow they are', async () => {
  let now = 0;
  const slow: Fault = async (request, next) => {
    now += 2500;
    return next(request);
  };
  const { report } = await check(speak('plain', slow), { hasWrites: false, elapsed: () => now });
  const latency = found(report, 'differs').filter((text) =>
    /: the median answer takes \d+\.\d s$/.test(text),
  );
  expect(latency).toHaveLength(12);
});

test('a check that is ended sends nothing more, and leaves no webhook', async () => {
  const answer = speak('plain');
  const { lines, calls } = openCheck(answer);
  for await (const line of lines) {
    if ('progress' in line && line.progress === 'A new webhook') break;
  }
  const count = calls.length;
  await wait(50);
  expect(calls).toHaveLength(count);
  expect(calls).toContain('PUT /p/users');
  const list = await answer(new Request(`${service}/p/webhook`));
  expect(await list.json()).toEqual([]);
});

test('the report is read by its schema, and as CSV and Markdown it is one row a finding', async () => {
  const { report } = await check(speak('objects'), { hasWrites: false });
  expect(checkReport.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  expect(checkCsv(report).trim().split('\r\n')).toHaveLength(report.findings.length + 1);
  const rows = checkMarkdown(report)
    .split('\n')
    .filter((line) => /^\| (Passed|Differs|Not tried|Cannot be read) \|/.test(line));
  expect(rows).toHaveLength(report.findings.length);
});
