import { expect, test } from 'vitest';
import type { Connected } from '#test/support/connectedService.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { dialectService } from '#test/support/foreign/dialectService.ts';
import {
  dropped,
  type Fault,
  faultyService,
  on,
  serverError,
} from '#test/support/foreign/faultyService.ts';
import { createTruth } from '#test/support/foreign/truth.ts';
import { testNow } from '#test/support/service.ts';
import { connecting, directory, readAll, state } from './reading.ts';

const connect = connecting(openFromTemplate);

const figures = async (connected: Connected) =>
  (await directory(connected, 'sort=customId')).rows.map(({ total, walletCount }) => [
    total,
    walletCount,
  ]);

test('who is in no list any more is gone with a second one, which is read soon', async () => {
  const truth = createTruth({ now: testNow });
  const connected = connect({ truth });
  await connected.sync.begin();
  await readAll(connected);
  const [gone] = truth.users();
  truth.removeUser(gone?.customId ?? '');
  const listed = () => connected.requests.filter((one) => one === 'GET /p/users').length;
  const of = async () => (await directory(connected)).of;
  connected.sync.changed(null);
  await expect.poll(listed).toBe(2);
  expect(await of()).toBe(30);
  await expect.poll(of).toBe(29);
  expect(listed()).toBe(3);
});

test('what cannot be read of one user hinders nobody else, and is said', async () => {
  const truth = createTruth({ now: testNow });
  const [one] = truth.users();
  const plain = dialectService(dialectOf('plain'), truth, async () => {});
  const path = new RegExp(`^GET /p/users/${encodeURIComponent(one?.customId ?? '')}/wallets$`);
  const connected = connect({ answer: faultyService(plain, [on(path, serverError)]) });
  await connected.sync.begin();
  await expect
    .poll(async () => {
      const { wallets, failing } = await state(connected);
      return { wallets, failing };
    })
    .toEqual({ wallets: 29, failing: 1 });
  const { rows } = await directory(connected);
  const row = rows.find(({ customId }) => customId === one?.customId);
  // The list states his total; what of it is where is not known, and not 0.
  expect(row).toMatchObject({ total: one?.total, openWallets: null, largest: null });
});

test('a service that was away is read again, all of it, as soon as it is back: it may hold other data', async () => {
  const truth = createTruth({ now: testNow });
  const faults: Fault[] = [];
  const clock = { now: testNow };
  const connected = connect({
    answer: faultyService(
      dialectService(dialectOf('plain'), truth, async () => {}),
      faults,
    ),
    clock,
    recheck: { outageMs: 20, faultMs: 20 },
  });
  await connected.sync.begin();
  await readAll(connected);
  const walletsRead = () => connected.requests.filter((one) => one.endsWith('/wallets')).length;
  expect(walletsRead()).toBe(30);
  faults.push(dropped);
  clock.now += 1;
  connected.sync.changed(null);
  await expect.poll(async () => (await state(connected)).fault).toMatch(/cannot be reached/);
  expect((await directory(connected)).of).toBe(30);
  truth.removeUser('../x');
  const [one] = truth.users();
  const { thematic = '', positions } =
    one?.wallets.find((wallet) => wallet.positions.length > 0) ?? {};
  truth.setAmount(one?.customId ?? '', thematic, positions?.[0]?.token.id ?? '', 12_345);
  clock.now += 1;
  faults.length = 0;
  await expect
    .poll(async () => {
      const { rows } = await directory(connected);
      return new Map(rows.map(({ customId, total }) => [customId, total]));
    })
    .toEqual(new Map(truth.users().map(({ customId, total }) => [customId, total])));
  expect(walletsRead()).toBeGreaterThanOrEqual(30 + 29);
  expect((await state(connected)).fault).toBeNull();
});

test('what is not known stays unknown when the list is read again, and after a restart', async () => {
  const rows = [{ customId: 'a' }, { customId: 'b' }];
  const wallets: Record<string, unknown> = {
    a: [{ thematics: 't', total: 5 }, true],
    b: [{ thematics: 't', total: 7 }],
  };
  const answer = async (request: Request) => {
    const [, , , id, last] = new URL(request.url).pathname.split('/');
    if (id === undefined) return Response.json(rows);
    return Response.json(last === 'wallets' ? wallets[id] : []);
  };
  const connected = connect({ answer });
  const known = [
    [null, null],
    [7, 1],
  ];
  await connected.sync.begin();
  await readAll(connected);
  expect(await figures(connected)).toEqual(known);
  connected.sync.changed(null);
  await expect
    .poll(() => connected.requests.filter((one) => one === 'GET /p/users').length)
    .toBe(2);
  await expect.poll(async () => (await state(connected)).state).toBe('waiting');
  expect(await figures(connected)).toEqual(known);
  wallets['b'] = [
    { thematics: 't', total: 7 },
    { thematics: 'u', total: 1 },
  ];
  connected.sync.changed('b');
  await expect.poll(() => figures(connected)).toEqual([known[0], [8, 2]]);
  await connected.close();
  const later = connect({ answer: faultyService(answer, [dropped]) });
  await later.sync.begin();
  expect(await figures(later)).toEqual([known[0], [8, 2]]);
});
