import { historyTypes } from '#contract/historyType.ts';
import { endOf } from './listEnds.ts';
import { readThematicList } from '../reading/readThematics.ts';
import { readUserList } from '../reading/readUserList.ts';
import { readWalletList } from '../reading/readWallets.ts';
import type { Exchange, Exchanges, Params, Purpose, ReadCall, Wanted } from './exchanges.ts';

export interface CheckProgress {
  readonly progress: string;
  readonly done: number;
  readonly of: number | null;
}

const maxUsers = 5;
const maxThematics = 3;
/** Simultaneous requests. Low, because people use the service meanwhile. */
const concurrency = 4;
/** Contains every kind of character with a meaning in paths. */
export const awkwardId = 'a/b?c#d e%2F';

export async function* sendAll(
  exchanges: Exchanges,
  wanted: readonly Wanted[],
  progress: string,
): AsyncGenerator<CheckProgress, Exchange[]> {
  const results: Exchange[] = [];
  for (let at = 0; at < wanted.length; at += concurrency) {
    yield { progress, done: at, of: wanted.length };
    const batch = wanted.slice(at, at + concurrency);
    results.push(...(await Promise.all(batch.map((one) => exchanges.send(one)))));
  }
  return results;
}

/** Requests some users and thematics with each call, all five history types, and ids that do not exist. */
export async function* readSample(
  exchanges: Exchanges,
  clock: () => number,
): AsyncGenerator<CheckProgress, void> {
  const lists: readonly Wanted[] = [
    { call: 'getThematics', purpose: 'sample' },
    { call: 'getUsers', purpose: 'sample' },
    { call: 'getWebhooks', purpose: 'sample' },
  ];
  const [thematicList, userList, webhookList] = yield* sendAll(exchanges, lists, 'Lists');
  const users = chosen(
    readUserList(jsonOf(userList)).value.map(({ customId }) => customId),
    maxUsers,
  );
  const thematics = chosen(
    readThematicList(jsonOf(thematicList)).value.map(({ id }) => id),
    maxThematics,
  );
  yield* sendAll(exchanges, [thematicList, userList, webhookList].flatMap(secondPage), 'Pages');

  const found = yield* sendAll(
    exchanges,
    [...users.flatMap((id) => readsOfUser(id)), ...thematics.flatMap(readsOfThematic)],
    'Users and thematics',
  );
  const wallets = found.filter(({ call, fault }) => call === 'getWallets' && fault === null);
  const held = wallets.flatMap((one) => {
    const [id] = readWalletList(jsonOf(one)).value.flatMap(({ thematic }) => thematic?.id ?? []);
    return id === undefined ? [] : [{ id: one.params.id ?? '', thematicId: id }];
  });
  yield* sendAll(exchanges, held.flatMap(readsOfWallet), 'Wallets');
  yield* sendAll(exchanges, wallets.flatMap(secondPage), 'Pages');
  yield* sendAll(
    exchanges,
    unknowns(users[0], held[0]?.thematicId ?? thematics[0], thematics[0], clock()),
    'Unknown ids',
  );
}

const jsonOf = (exchange: Exchange | undefined): unknown => exchange?.answer?.json;

const isAwkward = (id: string) => encodeURIComponent(id) !== id;

/** Prefers ids that need escapes in a path, because those fail most often. */
function chosen(ids: readonly string[], count: number): readonly string[] {
  return [...ids.filter(isAwkward), ...ids.filter((id) => !isAwkward(id))].slice(0, count);
}

function secondPage(exchange: Exchange | undefined): Wanted[] {
  if (exchange?.answer == null || exchange.fault !== null) return [];
  const { next } = endOf(exchange);
  if (next === null || typeof next === 'string') return [];
  const { call, params } = exchange;
  return [{ call, purpose: 'second page', params, address: next.address }];
}

export function readsOfUser(id: string, purpose: Purpose = 'sample'): Wanted[] {
  const params = { id };
  return [
    { call: 'getUser', purpose, params },
    { call: 'getWallets', purpose, params },
    { call: 'getFullUserHistory', purpose, params },
    ...typed('getUserHistory', purpose, params),
  ];
}

const readsOfThematic = (id: string): Wanted[] => [
  { call: 'getThematic', purpose: 'sample', params: { id } },
  { call: 'getFullThematicHistory', purpose: 'sample', params: { id } },
  ...typed('getThematicHistory', 'sample', { id }),
];

const readsOfWallet = (params: { readonly id: string; readonly thematicId: string }): Wanted[] => [
  { call: 'getFullWalletHistory', purpose: 'sample', params },
  ...typed('getWalletHistory', 'sample', params),
];

function typed(call: ReadCall, purpose: Purpose, params: Params): Wanted[] {
  return historyTypes.map((historyType) => ({
    call,
    purpose,
    params: { ...params, historyType },
  }));
}

function unknowns(
  user: string | undefined,
  held: string | undefined,
  thematic: string | undefined,
  now: number,
): Wanted[] {
  const unknownId = `nobody-${now.toString(36)}`;
  const historyType = 'all';
  const ofUser = (purpose: Purpose, id: string): Wanted[] => [
    ...(['getUser', 'getWallets', 'getFullUserHistory'] as const).map((call) => ({
      call,
      purpose,
      params: { id },
    })),
    { call: 'getUserHistory', purpose, params: { id, historyType } },
    ...ofWallet(purpose, id, held),
  ];
  const ofWallet = (
    purpose: Purpose,
    id: string | undefined,
    thematicId: string | undefined,
  ): Wanted[] =>
    id === undefined || thematicId === undefined
      ? []
      : [
          { call: 'getFullWalletHistory', purpose, params: { id, thematicId } },
          { call: 'getWalletHistory', purpose, params: { id, thematicId, historyType } },
        ];
  const ofThematic = (purpose: Purpose, id: string): Wanted[] => [
    { call: 'getThematic', purpose, params: { id } },
    { call: 'getFullThematicHistory', purpose, params: { id } },
    { call: 'getThematicHistory', purpose, params: { id, historyType } },
    ...ofWallet(purpose, user, id),
  ];
  return [
    ...ofUser('unknown user', unknownId),
    ...ofUser('unknown user with an awkward id', `${unknownId} ${awkwardId}`),
    ...ofThematic('unknown thematic', unknownId),
    ...ofThematic('unknown thematic with an awkward id', `${unknownId} ${awkwardId}`),
    ...ofType('getUserHistory', { id: user }),
    ...ofType('getWalletHistory', { id: user, thematicId: held }),
    ...ofType('getThematicHistory', { id: thematic }),
  ];
}

function ofType(call: ReadCall, params: Params): Wanted[] {
  if (Object.values(params).includes(undefined)) return [];
  return [{ call, purpose: 'unknown history type', params: { ...params, historyType: 'decade' } }];
}
