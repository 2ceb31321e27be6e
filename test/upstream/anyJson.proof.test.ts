import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations/operations.ts';
import { problemDetails } from '#contract/problem.ts';
import type { Database } from '#platform/database/database.ts';
import { type Connected, createConnected } from '#test/support/connectedService.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { anyJson, spoilt } from '#test/support/foreign/anyJson.ts';
import { dialectService } from '#test/support/foreign/dialectService.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { createTruth } from '#test/support/foreign/truth.ts';

const values: Readonly<Record<string, string>> = {
  historyType: 'month',
  thematicId: 'base-layers',
};

/** Each call of the interface, about somebody who is there. */
const calls = Object.values<Operation>(operations)
  .filter(({ path }) => path.startsWith('/p/'))
  .map((operation) => {
    const { method, path } = operation;
    const id = path.startsWith('/p/thematics') ? 'base-layers' : '日本';
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(values[name] ?? id),
    );
    return { name: `${method} ${path}`, method, path: filled, operation };
  });

const bodies: Readonly<Record<string, unknown>> = {
  'PUT /p/users': { customId: 'new' },
  'POST /p/users/{id}': { json: '{"name":"New"}' },
  'PUT /p/webhook': { url: 'https://receiver.example/', type: 'user.updated' },
  'DELETE /p/webhook': { url: 'https://receiver.example/', type: 'user.updated' },
};

const truth = createTruth();
const good = dialectService(dialectOf('plain'), truth);
/** What is answered, and where: everywhere, or at one path among good answers. */
let spoiling: { readonly json: string; readonly path: string | null } = {
  json: 'null',
  path: null,
};
let connected: Connected;
let database: Database;
beforeAll(async () => {
  database = await openFromTemplate();
  connected = createConnected({
    answer: async (request) =>
      spoiling.path === null || new URL(request.url).pathname === spoiling.path
        ? new Response(spoiling.json)
        : good(request),
    database,
    recheck: { outageMs: 0, faultMs: 0 },
  });
});
afterAll(async () => {
  await connected.close();
  await database.close();
});

/** What a service answers that is right. */
async function goodAnswer(method: string, path: string): Promise<unknown> {
  const request = new Request(`http://foreign.example${path}`);
  return method === 'GET' ? (await good(request)).json() : null;
}

/** What ours says of an answer it cannot use: never that something is wrong here. */
const unreadable = z.extend(problemDetails, {
  status: z.number().check(z.refine((status) => status < 500 || status === 502)),
  code: z.string().check(z.refine((code) => code !== 'internal')),
  detail: z.string().check(z.minLength(20)),
});

test('there are 16 calls', () => {
  expect(calls).toHaveLength(16);
});

test.each(calls)(
  'whatever JSON is answered to $name, ours is right or says what is wrong',
  async ({ name, method, path, operation }) => {
    const texts = fc.oneof(anyJson, spoilt(await goodAnswer(method, path)));
    await fc.assert(
      fc.asyncProperty(texts, fc.boolean(), async (json, isEverywhere) => {
        spoiling = { json, path: isEverywhere ? null : path };
        connected.source.forget();
        const response = await connected.call(method, path, bodies[name]);
        const body = await response.text();
        const schema = operation.answers[response.status];
        const answer = schema === null ? null : JSON.parse(body);
        // A problem of the service in the words of ours, if it is no answer.
        z.parse(schema === undefined ? unreadable : (schema ?? z.null()), answer);
        expect(connected.logged).toEqual([]);
      }),
      { numRuns: 200 },
    );
  },
);
