import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '#contract/operation.ts';
import * as upstream from '#contract/operations/upstream.ts';
import { problemOf } from '../support/calls.ts';
import { createTestService, type TestService } from '../support/service.ts';

let embedded: TestService;
beforeAll(async () => {
  embedded = await createTestService();
});
afterAll(() => embedded.close());

test('what is of another service is not offered where users are held here, and says why', async () => {
  for (const { method, path, query } of Object.values<Operation>(upstream)) {
    const given = Object.keys(query ?? {}).map((name) => `${name}=1`);
    const { detail } = await problemOf(
      embedded.call(method, `${path.replaceAll(/\{\w+\}/g, 'any')}?${given.join('&')}`),
      'not-offered',
    );
    expect(detail).toContain('holds its users itself');
  }
});
