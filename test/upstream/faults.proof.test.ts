import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { history } from '#contract/history.ts';
import { getThematics } from '#contract/operations/thematics.ts';
import { getUser, getUsers } from '#contract/operations/users.ts';
import { getUserHistory, getWallets } from '#contract/operations/wallets.ts';
import { getWebhooks } from '#contract/operations/webhooks.ts';
import type { ProblemCode } from '#contract/problem.ts';
import { responseNotesHeader, parseResponseNotes } from '#contract/responseNotes.ts';
import { user, userList } from '#contract/user.ts';
import { walletList } from '#contract/wallet.ts';
import type { Database } from '#platform/database/database.ts';
import type { SourceOptions } from '#upstream/source/source.ts';
import { answerOf, problemOf } from '#test/support/calls.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { connect, type Front } from '#test/support/foreign/connect.ts';
import { dialectService } from '#test/support/foreign/dialectService.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { expectedHistory, expectedUser, expectedWallet } from '#test/support/foreign/expected.ts';
import {
  atRandom,
  busy,
  dropped,
  endless,
  type Fault,
  faultyService,
  needsHeader,
  notThere,
  on,
  redirected,
  redirectLoop,
  replacedBy,
  serverError,
  silent,
  slow,
  times,
  torn,
  truncated,
  webPage,
} from '#test/support/foreign/faultyService.ts';
import { createTruth, type Truth } from '#test/support/foreign/truth.ts';
import { pathTo } from '#test/support/pathTo.ts';

const plain = dialectOf('plain');
const timeouts = { connectMs: 300, beginMs: 300, completeMs: 700 };
/** Faults are over soon in tests. */
const recheck = { outageMs: 100, faultMs: 200 };

interface Faulty extends Front {
  readonly truth: Truth;
  /** What goes wrong from now on. */
  readonly faults: Fault[];
}

let database: Database;
beforeAll(async () => {
  database = await openFromTemplate();
});
afterAll(() => database.close());

let fronts: Front[] = [];
afterEach(async () => {
  await Promise.all(fronts.map((one) => one.close()));
  fronts = [];
});

/** In front of a service that answers as it should, until faults are put in its way. */
async function inFront(options: Partial<SourceOptions> = {}): Promise<Faulty> {
  const truth = createTruth();
  const faults: Fault[] = [];
  const answer = faultyService(dialectService(plain, truth), faults);
  const { now } = truth;
  const front = await connect(plain, answer, database, { now, timeouts, recheck, ...options });
  fronts.push(front);
  return { ...front, truth, faults };
}

const path = pathTo(getUserHistory, '日本', 'week');

/** The history of the truth, and how it was read. */
async function readWell({ call, truth }: Faulty) {
  const response = await call('GET', path);
  const reading = parseResponseNotes(response.headers.get(responseNotesHeader));
  expect(await answerOf(response, history)).toEqual(
    expectedHistory(plain, truth.historyOf('日本', 'week')),
  );
  return reading;
}

const ways: Readonly<Record<string, readonly [Fault, ProblemCode]>> = {
  'a server error': [serverError, 'upstream-unreadable'],
  'a page of somebody else': [webPage, 'upstream-unreadable'],
  'JSON that is cut off': [truncated, 'upstream-unreadable'],
  'an answer that is torn': [torn, 'upstream-unreadable'],
  'a connection that ends': [dropped, 'upstream-unreachable'],
  silence: [silent, 'upstream-timeout'],
  'an answer without end': [endless, 'upstream-timeout'],
  'credentials that are refused': [needsHeader('x-key', 'y'), 'upstream-refused'],
  'a busy service': [busy('1'), 'upstream-busy'],
  'a circle of redirects': [redirectLoop, 'upstream-unreadable'],
  'a redirect elsewhere': [redirected('http://127.0.0.1:1'), 'upstream-unreadable'],
};

test.each(Object.entries(ways))(
  '%s is said in words, what was read stays with its age, and it passes by itself',
  async (_, [fault, code]) => {
    const front = await inFront();
    front.faults.push(fault);
    const problem = await problemOf(front.call('GET', path), code);
    expect(problem.detail).toMatch(/connected service.{10,}/);
    front.faults.length = 0;
    await expect.poll(() => front.call('GET', path).then(({ status }) => status)).toBe(200);
    expect(await readWell(front)).toMatchObject({ stale: null, unread: [] });

    front.faults.push(fault);
    front.pass(60_000);
    await expect
      .poll(async () => (await readWell(front))?.stale)
      .toMatch(/connected service.{10,}/);
    front.faults.length = 0;
    front.pass(1500);
    await expect.poll(async () => (await readWell(front))?.stale).toBeNull();
  },
);

test('every other answer fails by chance, and what is answered is the truth', async () => {
  const front = await inFront({ recheck: { outageMs: 1, faultMs: 1 } });
  front.faults.push(atRandom(0.5, 11, serverError), atRandom(0.2, 5, truncated));
  const { truth } = front;
  let good = 0;
  for (const one of truth.users()) {
    const response = await front.call('GET', pathTo(getWallets, one.customId));
    if (!response.ok) {
      await problemOf(response, 'upstream-unreadable');
      continue;
    }
    good += 1;
    const wallets = await answerOf(response, walletList);
    expect(wallets).toEqual(one.wallets.map((wallet) => expectedWallet(plain, wallet)));
  }
  expect(good).toBeGreaterThan(3);
  expect(good).toBeLessThan(27);
});

test('a redirect on the same origin is followed, and a change is sent nowhere else', async () => {
  const front = await inFront();
  front.faults.push(redirected(null));
  await readWell(front);
  const before = front.truth.users().length;
  const refused = await front.call('PUT', getUsers.path, { customId: 'moved' });
  expect(refused.status).toBe(502);
  expect(front.truth.users()).toHaveLength(before);
});

test('a user that vanished between list and page is not found, and is in no list after that', async () => {
  const front = await inFront();
  const { truth } = front;
  expect(await answerOf(front.call('GET', getUsers.path), userList)).toHaveLength(30);
  truth.removeUser('../x');
  await problemOf(front.call('GET', pathTo(getUser, '../x')), 'user-not-found');
  await problemOf(front.call('GET', pathTo(getWallets, '../x')), 'user-not-found');
  front.pass(60_000);
  const left = await answerOf(front.call('GET', getUsers.path), userList);
  expect(left).toHaveLength(29);
});

test('a service that comes back with other data shows them', async () => {
  const front = await inFront();
  await readWell(front);
  const other = createTruth();
  other.setAmount('日本', 'base-layers', 'btc', 3.5);
  front.faults.push(replacedBy(dialectService(dialectOf('keyed'), other)));
  front.pass(60_000);
  const read = await answerOf(front.call('GET', path), history);
  expect(read).toEqual(expectedHistory(plain, other.historyOf('日本', 'week')));
});

test('a service that is gone is back by itself', async () => {
  const front = await inFront();
  await readWell(front);
  await front.served.stop();
  front.pass(60_000);
  expect((await readWell(front))?.stale).toMatch(/cannot be reached/);
  await problemOf(front.call('GET', getThematics.path), 'upstream-unreachable');
  await front.served.start();
  await expect.poll(async () => (await readWell(front))?.stale).toBeNull();
});

test.each(Object.entries({ dropped, serverError, torn, truncated }))(
  'a change whose answer is %s is not sent again',
  async (_, fault) => {
    const front = await inFront();
    front.faults.push(on(/^PUT/, fault));
    const webhook = { url: 'https://receiver.example/', type: '*' };
    const answer = await front.call('PUT', getWebhooks.path, webhook);
    expect([200, 201, 502]).toContain(answer.status);
    front.faults.length = 0;
    // Time enough for whoever tries again.
    await expect.poll(async () => (await readWell(front))?.stale).toBeNull();
    const sent = front.served.arrived.filter(({ call }) => call.startsWith('PUT'));
    expect(sent).toHaveLength(1);
  },
);

test('the load on the service stays within its limits, whatever is wanted at once', async () => {
  const limits = { concurrent: 6, perSecond: 20 };
  const front = await inFront({
    limits,
    timeouts: { connectMs: 60_000, beginMs: 60_000, completeMs: 60_000 },
  });
  front.faults.push(slow(100));
  const { truth, served } = front;
  const users = truth.users();
  const totals = await Promise.all(
    [...users, ...users].map(async ({ customId }) => {
      const response = await front.call('GET', pathTo(getUser, customId));
      return [customId, (await answerOf(response, user)).total];
    }),
  );
  expect(totals).toEqual([...users, ...users].map(({ customId, total }) => [customId, total]));
  expect(served.maxAtOnce()).toBeLessThanOrEqual(limits.concurrent);
  expect(served.maxAtOnce()).toBeGreaterThan(1);
  expect(served.maxPerSecond()).toBeLessThanOrEqual(limits.perSecond);
  // Whoever is asked for twice at once is read once.
  expect(served.arrived).toHaveLength(users.length);
});

test('a busy service is left alone for as long as it says', async () => {
  const front = await inFront();
  front.faults.push(times(1, busy('1')));
  await readWell(front);
  const [refused, answered] = front.served.arrived;
  expect((answered?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThan(990);

  front.faults.push(times(1, busy('60')));
  await problemOf(front.call('GET', getThematics.path), 'upstream-busy');
  front.served.forget();
  const held = await problemOf(front.call('GET', getUsers.path), 'upstream-busy');
  expect(held.detail).toMatch(/wait (59|60) s/);
  expect(front.served.arrived).toEqual([]);
});

test('one call that the service lacks leaves the others as they are', async () => {
  const front = await inFront();
  front.faults.push(on(/thematics/, notThere));
  await problemOf(front.call('GET', getThematics.path), 'upstream-unreadable');
  await readWell(front);
  const one = front.truth.user('日本');
  if (one === null) throw new Error('The truth has lost a user');
  const read = await front.call('GET', pathTo(getUser, '日本'));
  expect(await read.json()).toEqual(expectedUser(plain, one));
});
