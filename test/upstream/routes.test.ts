import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '#contract/operation.ts';
import * as upstream from '#contract/operations/upstream.ts';
import { operations, type OperationName } from '#contract/operations/operations.ts';
import { problemOf } from '../support/calls.ts';
import { createConnected, type Connected } from '../support/connectedService.ts';
import { operationsOfProcess } from '../support/ofProcess.ts';
import { createTestService, type TestService } from '../support/service.ts';
import { operationsAt } from '../support/operationsAt.ts';

let connected: Connected;
let embedded: TestService;
beforeAll(async () => {
  embedded = await createTestService();
  const { database, fetch: answer } = embedded;
  connected = createConnected({ answer, database });
});
afterAll(async () => {
  await connected.close();
  await embedded.close();
});

test('what is of another service is not offered where users are held here, and says why', async () => {
  for (const { method, path, query } of Object.values<Operation>(upstream)) {
    const given = Object.keys(query ?? {}).map((name) => `${name}=1`);
    const { detail } = await problemOf(
      embedded.call(method, `${path.replaceAll(/\{\w+\}/g, 'any')}?${given.join('&')}`),
      'not-offered',
    );
    expect(detail).toContain('stores its own users');
  }
});

const isName = (name: string): name is OperationName => name in operations;

test('every operation that the process does not answer itself is answered, or is said not to be offered', () => {
  const answered = new Set(connected.app.routes.map(({ path }) => path));
  const missing = Object.keys(operations)
    .filter(isName)
    .filter((name) => !(name in operationsOfProcess))
    .filter((name) => !answered.has(operations[name].path.replaceAll(/\{(\w+)\}/g, ':$1')));
  expect(missing).toEqual([]);
});

test('a method that a path does not have is refused with those it has', async () => {
  const answered = Object.values<Operation>(operations).filter(({ path }) =>
    connected.app.routes.some((route) => route.path === path.replaceAll(/\{(\w+)\}/g, ':$1')),
  );
  const paths = new Set(answered.map(({ path }) => path));
  expect(paths.size).toBeGreaterThan(30);
  for (const path of paths) {
    const address = path.replaceAll(/\{\w+\}/g, 'day');
    const offering = operationsAt(answered, address);
    const answer = await connected.call('PATCH', address);
    const allowed = (answer.headers.get('allow') ?? '').split(', ').filter((one) => one !== 'HEAD');
    expect([path, allowed.toSorted()]).toEqual([
      path,
      offering.map((one) => one.method).toSorted(),
    ]);
    await problemOf(answer, 'method-not-allowed');
  }
});

test('reports a URL that points to this process', async () => {
  const { database } = embedded;
  const one = createConnected({ database, answer: (request) => one.fetch(request) });
  const { detail } = await problemOf(one.call('GET', '/p/thematics'), 'upstream-unreachable');
  expect(detail).toContain('PORTFOLIO_SERVICE_URL points to this process');
  expect(one.requests).toEqual(['GET /p/thematics']);
  await one.close();
});
