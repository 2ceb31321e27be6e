import { expect, test } from 'vitest';
import { interfaceRoutes, routes } from '#contract/routes.ts';
import { paths } from '#contract/paths.ts';
import { problemsOf } from '#contract/routes/route.ts';

/** Copied by hand from the interface's own tables, so that a call that goes missing is seen. */
const written = [
  'GET /p/users/{id}/wallets',
  'GET /p/users/{id}/wallets/history',
  'GET /p/users/{id}/wallets/history/{historyType}',
  'GET /p/users/{id}/wallets/thematics/{thematicId}/history',
  'GET /p/users/{id}/wallets/thematics/{thematicId}/history/{historyType}',
  'GET /p/users',
  'GET /p/users/{id}',
  'PUT /p/users',
  'POST /p/users/{id}',
  'GET /p/thematics',
  'GET /p/thematics/{id}',
  'GET /p/thematics/{id}/history',
  'GET /p/thematics/{id}/history/{historyType}',
  'GET /p/webhook',
  'PUT /p/webhook',
  'DELETE /p/webhook',
];

test('the 16 calls of the interface are all there, and no other', () => {
  expect(written).toHaveLength(16);
  expect(interfaceRoutes.map((pair) => pair.join(' ')).toSorted()).toEqual(written.toSorted());
});

test('no call is described twice', () => {
  const pairs = routes.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(pairs).size).toBe(pairs.length);
});

test('every path that can be built is described, and every described path can be built', () => {
  const built = {
    users: [paths.users()],
    user: [paths.user('I')],
    userWallets: [paths.userWallets('I')],
    userHistory: [paths.userHistory('I'), paths.userHistory('I', 'day')],
    walletHistory: [paths.walletHistory('I', 'I'), paths.walletHistory('I', 'I', 'day')],
    thematics: [paths.thematics()],
    thematic: [paths.thematic('I')],
    thematicHistory: [paths.thematicHistory('I'), paths.thematicHistory('I', 'day')],
    webhooks: [paths.webhooks()],
    webhooksSummary: [paths.webhooksSummary()],
    webhookTypes: [paths.webhookTypes()],
    endpoints: [paths.endpoints()],
    endpoint: [paths.endpoint('I')],
    endpointEnabling: [paths.endpointEnabling('I')],
    endpointSecret: [paths.endpointSecret('I')],
    endpointTest: [paths.endpointTest('I')],
    endpointRecovery: [paths.endpointRecovery('I')],
    recovery: [paths.recovery('I')],
    deliveries: [paths.deliveries()],
    delivery: [paths.delivery('I')],
    redelivery: [paths.redelivery('I')],
    signatureCheck: [paths.signatureCheck()],
    inspector: [paths.inspector()],
    inspected: [paths.inspected('I')],
    capabilities: [paths.capabilities()],
    health: [paths.health()],
    session: [paths.session()],
    live: [paths.live()],
    directory: [paths.directory()],
    positionsHistory: [paths.positionsHistory('I', 'day')],
    statements: [paths.statements('I')],
    tokens: [paths.tokens()],
    tokenHistory: [paths.tokenHistory('I', 'day')],
    holders: [paths.holders('I')],
    contribution: [paths.contribution('I', 'day')],
    definition: [paths.definition('I')],
    prices: [paths.prices()],
    import: [paths.import()],
  } satisfies Record<keyof typeof paths, string[]>;
  const described = routes.map(({ path }) =>
    path.replace('{historyType}', 'day').replaceAll(/\{\w+\}/g, 'I'),
  );
  expect(Object.values(built).flat().toSorted()).toEqual([...new Set(described)].toSorted());
});

test('each status is answered once, and calls that write can be forbidden', () => {
  for (const route of routes) {
    const statuses = route.answers.map(({ status }) => status);
    expect(new Set(statuses).size).toBe(statuses.length);
    expect(problemsOf(route).includes('forbidden')).toBe(route.method !== 'GET');
  }
});
