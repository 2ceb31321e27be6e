import { expect, test } from 'vitest';
import { getUser } from '#contract/operations/users.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import { user } from '#contract/user.ts';
import { webPage } from '#test/support/foreign/faultyService.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { percentile } from '#test/support/processFigures.ts';
import {
  browse,
  distinct,
  expectWithin,
  listPath,
  walletsPath,
  inFrontOfCrowd,
  crowdSize,
} from './connectedVisitor.ts';

const open = inFrontOfCrowd('gateway-away-');
const users = crowdSize;

test('20,000 users with default limits: an outage shows the synced data, and ends automatically', async () => {
  const limits = { concurrent: 6, perSecond: 20 };
  const { crowd, faults, service, start } = await open({ pageSize: 500, walletsApart: 1 });
  const running = await start();
  const isListed = async () => (await running.state()).reading.listedAt !== null;
  await expect.poll(isListed).toBe(true);
  // Each page of the list, and nothing else, whoever looks at it.
  expect(service.arrived.filter(({ call }) => listPath.test(call))).toHaveLength(40);
  const path = pathTo(getUser, crowd.idOf(4));
  const browsing = browse(running, pathTo(getWallets, crowd.idOf(4)));
  const totalShown = async () => (await running.get(path, user)).value.total;
  expect(await totalShown()).toBe(crowd.totalOf(4));
  const sum = crowd.sum();
  await expect.poll(() => distinct(service, walletsPath).size).toBeGreaterThan(20);
  expect(distinct(service, listPath).size).toBe(40);

  /** What was read stays, and why it is no newer is said. */
  async function expectKept(why: RegExp): Promise<void> {
    await expect.poll(async () => (await running.get(path, user)).reading?.stale).toMatch(why);
    expect(await totalShown()).toBe(1004);
    const { value, reading } = await running.directory('limit=1');
    expect(value).toMatchObject({ of: users, sums: { total: sum } });
    expect(reading?.stale).not.toBeNull();
    expect(reading?.readAt).toBeLessThan(goneAt);
  }

  const goneAt = Date.now();
  await service.stop();
  await expectKept(/cannot be reached/);
  expect((await running.state()).state).toBe('gone');
  crowd.change();
  faults.push(async () => new Response('Back soon.', { status: 503 }));
  await service.start();
  await expectKept(/503/);
  faults.splice(0, 1, webPage);
  await expectKept(/web page/);
  await expect.poll(async () => (await running.state()).state).toBe('unreadable');
  faults.length = 0;
  const backAt = performance.now();
  const left = crowd.count();
  const isFresh = async () => {
    const { value, reading } = await running.directory('limit=1');
    const isRead = reading?.stale === null && value.sums.total === crowd.sum();
    return isRead && value.of === left && (await totalShown()) === crowd.totalOf(4);
  };
  await expect.poll(isFresh, { timeout: 60_000 }).toBe(true);
  const backIn = performance.now() - backAt;
  expect(backIn).toBeLessThan(30_000);
  expect((await running.state()).state).toBe('answers');

  // Who is in the list and nowhere else.
  const halfGone = crowd.idOf(2);
  expect((await fetch(running.url + pathTo(getUser, halfGone))).status).toBe(404);
  const { value: found } = await running.directory(`q=${encodeURIComponent(halfGone)}`);
  expect(found.rows.map(({ customId, total }) => [customId, total])).toContainEqual([
    halfGone,
    crowd.totalOf(2),
  ]);
  await expect
    .poll(() => [...distinct(service, walletsPath)])
    .toContain(`GET ${pathTo(getWallets, halfGone)}`);
  const looks = await browsing.end();
  const { reading } = await running.state();
  expect(reading).toMatchObject({ state: 'reading', users: left, fault: null, failing: 0 });
  expectWithin(service, limits);
  expect(service.maxPerSecond()).toBeGreaterThan(limits.perSecond / 2);
  expect(running.output()).not.toMatch(/internal error/i);
  console.log(
    `Back with other data: fresh after ${(backIn / 1000).toFixed(1)} s; pages meanwhile: ${looks.length}, p95 ${percentile(looks, 0.95).toFixed(0)} ms`,
  );
});
