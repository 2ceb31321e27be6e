import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations/operations.ts';

/** Ids in a store, for the parameters of requests. */
export interface Known {
  readonly users: readonly string[];
  readonly thematics: readonly string[];
  readonly tokens: readonly string[];
  readonly endpoints: readonly string[];
  readonly deliveries: readonly string[];
  readonly historyTypes: readonly string[];
  /** Whether parameters of a query are tried one by one. */
  readonly hasSingleParameters: boolean;
}

/** Streams, backups and metrics are recorded by themselves. */
const notListed = new Set(['getLive', 'getBackup', 'getMetrics']);

const directorySorts = [
  'customId',
  '-name',
  '-total',
  'walletCount',
  '-thematics',
  'change',
  '-flow',
  '-return',
  'largest',
  '-hhi',
  '-held',
  'createdAt',
  'attribute.country',
  '-attribute.tier',
];
const exposureSorts = ['id', '-name', 'total', '-holders', 'largest', '-topTen', 'hhi'];

/** Values for a parameter of a query, among them wrong ones. */
function valuesOf(name: string, operation: string, known: Known): readonly string[] {
  const [thematic = '', otherThematic = ''] = known.thematics;
  const [token = '', otherToken = ''] = known.tokens;
  const [user = '', otherUser = ''] = known.users;
  const table: Readonly<Record<string, readonly string[]>> = {
    q: ['a', 'mer', 'Zo', 'no such thing', '"', '%', 'x'.repeat(201)],
    customId: [user, otherUser, 'nobody', ''],
    period: ['day', 'week', 'month', 'year', 'hour'],
    thematic: [thematic, otherThematic, 'nope'],
    token: [token, otherToken, 'nope'],
    total: ['1000..5e6', '..100000', '100000..', '5..1', 'x', '..'],
    change: ['0..', '..-0.5', '-500..500', 'x..'],
    return: ['..-0.001', '0..0.5', 'NaN..'],
    largest: ['0.5..1', '..0.3', 'half..'],
    created: ['2022-01-01..2024-12-31', '..2023-06-30', '2024-02-30..', 'yesterday..'],
    sort:
      operation === 'getExposure'
        ? [...exposureSorts, '-size']
        : [...directorySorts, '-attribute.', '-size'],
    offset: ['3', '1000', '-1', 'x'],
    limit: ['1', '3', '0', '501', '1001', '2.5'],
    after: ['cDM', '', '!', 'c0'],
    format: ['csv', 'json', 'xml'],
    figures: ['hidden', 'totals', 'all'],
    unit: ['USD', ''],
    columns: ['customId', 'largestShare', 'attribute.country', 'hhi', 'nope'],
    by: ['token', 'thematic', 'user'],
    'attribute.country': ['CH', 'JP', ''],
    'attribute.tier': ['retail', 'nope'],
    from: ['2026-06-17T02:00:00Z', '2026-06-01', 'then'],
    to: ['2026-06-17T12:00:00.000Z', 'later'],
    step: ['history', 'day', 'nope'],
    asOf: ['2026-06-10T12:00:00Z', '2020-01-01T00:00:00Z', '2126-01-01T00:00:00Z', 'then'],
    actor: ['this machine', 'nobody'],
    operation: ['updateUser', 'nope'],
    kind: ['user', 'thematic', 'endpoint', 'nope'],
    id: [user, thematic, 'nope'],
    result: ['ok', 'refused', 'failed', 'nope'],
    state: ['pending', 'delivered', 'failed', 'failing', 'nope'],
    type: ['user.updated', '*', 'nope'],
    endpoint: [...known.endpoints.slice(0, 1), 'nope'],
    last: ['1', '2'],
    head: [`1:${'0'.repeat(64)}`, 'x'],
    benchmark: [thematic, 'none', 'nope'],
    weight: ['1'],
    rf: ['0.03', '-0.5', '-1', '3 %'],
    explain: ['sharpe', 'moneyWeightedReturn', 'nope'],
    path: ['/p/users', `/p/users/${encodeURIComponent(user)}`, '/p/thematics/nope', '/x/tokens'],
  };
  return table[name] ?? ['', '1', 'nope'];
}

/** Queries of several parameters at once. */
function combinationsOf(
  name: string,
  path: string,
  { thematics, tokens }: Known,
): readonly string[] {
  if (name !== 'getDirectory' && name !== 'getExposure') return [];
  const [thematic = '', otherThematic = ''] = thematics.map(encodeURIComponent);
  const [token = '', otherToken = ''] = tokens.map(encodeURIComponent);
  return [
    `thematic=${thematic}&thematic=${otherThematic}&sort=-held`,
    `token=${token}&sort=held&limit=5`,
    `thematic=${thematic}&token=${token}&token=${otherToken}`,
    'q=a&sort=name&offset=2&limit=2',
    'period=month&sort=-return&return=0..',
    'period=week&change=..0&sort=change',
    'total=1000..&largest=0.2..0.9&sort=-hhi',
    'total=1..10&total=1000..1e9',
    'attribute.country=CH&attribute.country=JP&attribute.tier=retail',
    'attribute.country=nowhere&q=a',
    'created=2022-01-01..2023-12-31&sort=createdAt',
    'since=2021-06-01T00:00:00Z',
    'sort=-returnSince.2021-06-01T00:00:00Z',
    'format=csv&sort=-total&limit=3',
    'format=csv&columns=customId&columns=total&columns=attribute.country&unit=USD',
    'format=csv&figures=hidden&period=week',
    'format=csv&figures=totals&unit=CHF',
  ].map((query) => `${path}?${query}`);
}

/** Paths of an operation with its parameters filled in. */
function pathsOf(name: string, { path }: Operation, known: Known): readonly string[] {
  const pools: Readonly<Record<string, readonly string[]>> = {
    users: known.users,
    thematics: known.thematics,
    tokens: known.tokens,
    endpoints: [...known.endpoints, 'nope'],
    deliveries: [...known.deliveries, 'nope'],
    recoveries: ['nope'],
    views: ['nope'],
  };
  const isHistory = path.includes('{historyType}');
  return fill(path);

  function fill(partial: string): string[] {
    const [whole, collection = '', parameter = ''] = /(\w+)\/\{(\w+)\}/.exec(partial) ?? [];
    if (whole === undefined) return [partial];
    const pool = parameter === 'historyType' ? [...known.historyTypes, 'hour'] : pools[collection];
    if (pool === undefined) throw new Error(`There are no values for ${name}: ${path}`);
    const some = isHistory && collection !== 'history' ? pool.slice(0, historiesOf(path)) : pool;
    return some.flatMap((value) =>
      fill(partial.replace(`{${parameter}}`, encodeURIComponent(value))),
    );
  }
}

/** Histories are long: of fewer things where there are two in a path. */
const historiesOf = (path: string) => (path.includes('{thematicId}') ? 3 : 5);

/** The paths of requests that read, of every operation that reads, with many values of each parameter. */
export function readsOf(known: Known): readonly string[] {
  return Object.entries<Operation>(operations).flatMap(([name, operation]) => {
    if (operation.method !== 'GET' || notListed.has(name)) return [];
    const paths = pathsOf(name, operation, known);
    const [first = ''] = paths;
    if (!known.hasSingleParameters) return [...paths, ...combinationsOf(name, first, known)];
    const parameters = Object.keys(operation.query ?? {}).flatMap((parameter) =>
      parameter === 'attribute.*' ? ['attribute.country', 'attribute.tier'] : [parameter],
    );
    const single = parameters.flatMap((parameter) =>
      valuesOf(parameter, name, known).map(
        (value) => `${first}?${encodeURIComponent(parameter)}=${encodeURIComponent(value)}`,
      ),
    );
    const several = combinationsOf(name, first, known);
    return [...paths, ...single, ...several, ...more(name, known), `${first}?nope=1`];
  });
}

/** Parameters that are of use only together. */
function more(name: string, { users, thematics, endpoints }: Known): readonly string[] {
  const [user = '', other = ''] = users.map(encodeURIComponent);
  const [thematic = ''] = thematics.map(encodeURIComponent);
  switch (name) {
    case 'getContribution':
      return [
        `/x/thematics/${thematic}/contribution/week?from=2026-06-12T00:00:00Z&to=2026-06-15T12:00:00Z`,
        `/x/thematics/${thematic}/contribution/day?from=2026-06-17T12:00:00Z&to=2026-06-17T02:00:00Z`,
      ];
    case 'getAttribution':
    case 'getWalletRebalance': {
      const part = name === 'getAttribution' ? 'attribution/year' : 'rebalance';
      return [user, other].flatMap((id) =>
        ['', '&format=csv'].map((format) => `/x/users/${id}/${part}?thematic=${thematic}${format}`),
      );
    }
    case 'getPerformance':
    case 'getPositionsHistory': {
      const part = name === 'getPerformance' ? 'performance' : 'positions/history';
      return [user, other].flatMap((id) =>
        ['week', 'year'].map((type) => `/x/users/${id}/${part}/${type}?thematic=${thematic}`),
      );
    }
    case 'getChanges':
      return [
        `/x/audit/changes?kind=user&id=${user}`,
        `/x/audit/changes?kind=user&id=recorded`,
        `/x/audit/changes?kind=thematic&id=recorded-thematic`,
        `/x/audit/changes?kind=endpoint&id=${endpoints[0] ?? 'nope'}`,
      ];
    case 'getUsers':
      return ['/p/users?limit=5&after=cDU', '/p/users?limit=1000', '/p/users?limit=2&customId=x'];
    default:
      return [];
  }
}

const hostileIds = [
  'nobody',
  '..%2F..',
  '%00',
  'a%2Fb%3Fc',
  '%F0%9F%82%A1',
  'x'.repeat(600),
  '%ff',
];

/** Paths with unknown and with invalid ids. */
export function hostileReads(): readonly string[] {
  const paths = Object.entries<Operation>(operations).flatMap(([name, { method, path }]) =>
    method === 'GET' && !notListed.has(name) && path.includes('{') ? [path] : [],
  );
  return paths.flatMap((path) =>
    hostileIds.map((id) => path.replace('{historyType}', 'day').replaceAll(/\{\w+\}/g, id)),
  );
}

/** A path of the contract with one value of each parameter. */
export function filledAddress(path: string, { users, thematics, tokens }: Known): string {
  const ids: Readonly<Record<string, string>> = {
    users: users[0] ?? '',
    thematics: thematics[0] ?? '',
    tokens: tokens[0] ?? '',
    history: 'day',
    performance: 'day',
    contribution: 'day',
    attribution: 'day',
    levels: 'day',
  };
  return path.replaceAll(
    /(\w+)\/\{\w+\}/g,
    (_, collection: string) => `${collection}/${encodeURIComponent(ids[collection] ?? 'nope')}`,
  );
}

/** One path of each address of the contract. */
export function addressesOf(known: Known): readonly string[] {
  const paths = Object.values<Operation>(operations).map(({ path }) => filledAddress(path, known));
  return [...new Set(paths)];
}
