import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { problemsOf, type Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations/operations.ts';
import { getUser } from '#contract/operations/users.ts';
import { problemCodes } from '#contract/problem.ts';
import { sendErrors } from '#platform/http/errors.ts';
import { implement, serve } from '#platform/http/implement.ts';
import { problem } from '#platform/http/problem.ts';
import { onlyListedProblems } from '#test/support/listedProblems.ts';
import { pathTo } from '#test/support/pathTo.ts';

/** Answered before an operation is known, or to what is no request. */
const beforeAny = [
  'malformed-request',
  'method-not-allowed',
  'request-timeout',
  'expectation-failed',
  'headers-too-large',
];

test('every code of a problem is listed by an operation, or answered before one is known', () => {
  const all: readonly Operation[] = Object.values(operations);
  const listed = new Set<string>(all.flatMap(problemsOf));
  expect(
    Object.keys(problemCodes)
      .filter((code) => !listed.has(code))
      .toSorted(),
  ).toEqual(beforeAny.toSorted());
});

test('a service that answers a problem its operation does not list fails in every test', async () => {
  const app = new Hono();
  sendErrors(app, () => {});
  serve(app, [
    implement(getUser, ({ params: { id } }) => {
      throw problem(id === 'listed' ? 'user-not-found' : 'thematic-not-found', 'Nobody is there.');
    }),
  ]);
  onlyListedProblems(app);
  expect((await app.request(pathTo(getUser, 'listed'))).status).toBe(404);
  await expect(app.request(pathTo(getUser, 'other'))).rejects.toThrow('does not list');
});
