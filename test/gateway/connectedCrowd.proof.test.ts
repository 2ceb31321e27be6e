import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { exposurePage } from '#contract/exposure.ts';
import { getExposure } from '#contract/operations/exposure.ts';
import { cancelReading, resumeReading } from '#contract/operations/upstream.ts';
import { getUsers } from '#contract/operations/users.ts';
import { getUserHistory, getWallets } from '#contract/operations/wallets.ts';
import { userList } from '#contract/user.ts';
import { busy } from '#test/support/foreign/faultyService.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { percentile, residentMegabytes } from '#test/support/processFigures.ts';
import {
  browse,
  distinct,
  expectWithin,
  historyPath,
  listPath,
  walletsPath,
  inFrontOfCrowd,
  crowdSize,
} from './connectedVisitor.ts';

const open = inFrontOfCrowd('gateway-crowd-');
const users = crowdSize;

test('20,000 users are synced within the limits; a busy service, a stop and a kill lose nothing', async () => {
  const walletsApart = 7;
  const limits = { concurrent: 50, perSecond: 2000 };
  const { crowd, faults, service, start } = await open({ pageSize: null, walletsApart });
  const first = await start(limits);
  const residentAtStart = residentMegabytes(first.process.pid);

  // People look while the list is read, and its users.
  const browsing = browse(first, pathTo(getWallets, crowd.idOf(0)));
  await expect.poll(async () => (await first.state()).reading.listedAt).not.toBeNull();
  const delayOfList = await first.longestDelay();
  await expect.poll(() => distinct(service, historyPath).size).toBeGreaterThan(1000);

  // The process waits as long as a busy service asks, and reports it.
  let refusedAt = Number.NaN;
  faults.push((request, next) => {
    faults.length = 0;
    refusedAt = performance.now();
    return busy('3')(request, next);
  });
  await expect.poll(async () => (await first.state()).heldUntil, { interval: 20 }).not.toBeNull();
  const { heldUntil } = await first.state();
  expect(Date.parse(heldUntil ?? '') - Date.now()).toBeLessThanOrEqual(3000);
  const beforeHold = distinct(service, historyPath).size;
  await expect.poll(() => distinct(service, historyPath).size).toBeGreaterThan(beforeHold + 1000);
  const meanwhile = service.arrived.filter(({ at }) => at > refusedAt && at < refusedAt + 3000);
  // What was on its way when it was said.
  expect(meanwhile.length).toBeLessThan(2 * limits.concurrent);

  // After the stop nothing is requested, and the synced users are known exactly.
  await first.send(cancelReading);
  await expect.poll(async () => (await first.state()).running).toBe(0);
  const looks = await browsing.end();
  const delayOfUsers = await first.longestDelay();
  const cancelled = (await first.state()).reading;
  const readByThen = distinct(service, historyPath);
  expect(cancelled).toMatchObject({
    state: 'cancelled',
    users,
    wallets: users,
    histories: readByThen.size,
    failing: 0,
  });
  expect(distinct(service, walletsPath).size).toBe(Math.ceil(users / walletsApart));
  // Whoever looks, also before it was read.
  expect(service.arrived.filter(({ call }) => listPath.test(call))).toHaveLength(1);
  const requested = service.arrived.length;
  await wait(500);
  expect(service.arrived).toHaveLength(requested);

  // After a kill during the sync, the next start has the synced data with its age, although the service is gone.
  await first.send(resumeReading);
  await expect
    .poll(() => distinct(service, historyPath).size)
    .toBeGreaterThan(readByThen.size + 2000);
  const residentOfFirst = residentMegabytes(first.process.pid);
  const killedAt = Date.now();
  first.process.kill('SIGKILL');
  await first.ended;
  await service.stop();
  expectWithin(service, limits);
  expect(service.maxAtOnce()).toBeGreaterThan(limits.concurrent / 2);
  const requestedByThen = distinct(service, historyPath);
  service.forget();
  const second = await start(limits);
  const shown = await second.directory('sort=customId&limit=1');
  expect(shown.value.of).toBe(users);
  expect(shown.value.sums.total).toBe(crowd.sum());
  expect(shown.reading?.readAt).toBeLessThan(killedAt);
  await expect
    .poll(async () => (await second.directory('sort=customId&limit=1')).reading?.stale)
    .toMatch(/cannot be reached/);
  const { reading: known } = await second.state();
  expect(known.histories).toBeGreaterThanOrEqual(readByThen.size);
  expect(known.histories).toBeLessThanOrEqual(requestedByThen.size);
  expect(shown.reading?.notes.join(' ')).toContain(
    `The histories of ${known.histories.toLocaleString('en')} of 20,000 users have been read.`,
  );

  // It continues: no synced user is read again.
  await service.start();
  await expect
    .poll(async () => (await second.state()).reading, { timeout: 90_000, interval: 200 })
    .toMatchObject({ users, wallets: users, histories: users, failing: 0, fault: null });
  const inSight = pathTo(getUserHistory, shown.value.rows[0]?.customId ?? '', 'day');
  const requestedLater = [...distinct(service, historyPath)].filter(
    (one) => one !== `GET ${inSight}`,
  );
  expect(requestedLater.filter((one) => readByThen.has(one))).toEqual([]);
  expect(users - known.histories - requestedLater.length).toBeLessThanOrEqual(1);
  expect(requestedLater.length).toBeLessThanOrEqual(users - known.histories);
  expect(new Set([...requestedByThen, ...distinct(service, historyPath)]).size).toBe(users);
  expectWithin(service, limits);

  // Visitors cost no list.
  const before = service.arrived.length;
  await second.directory('q=1&sort=-change&limit=100');
  await second.get(`${getUsers.path}?limit=1000`, userList);
  const { value: exposure } = await second.get(`${getExposure.path}?by=token`, exposurePage);
  expect(exposure.total).toBe(crowd.sum());
  expect(service.arrived.slice(before).filter(({ call }) => listPath.test(call))).toEqual([]);

  const residentAtEnd = residentMegabytes(second.process.pid);
  expect(residentAtEnd).toBeLessThan(1500);
  const megabytes = [residentAtStart, residentOfFirst, residentAtEnd].map(Math.round);
  console.log(
    `20,000 users: ${megabytes.join(', ')} MB at the start, when killed, at the end; longest delay of the event loop ${Math.round(delayOfList)} ms with the list, ${Math.round(delayOfUsers)} ms with its users; pages while they are read: ${looks.length}, p50 ${percentile(looks, 0.5).toFixed(0)} ms, p95 ${percentile(looks, 0.95).toFixed(0)} ms; of ${requestedByThen.size} histories ${known.histories} were known after the kill`,
  );
});
