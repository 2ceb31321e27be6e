import { describe, expect, test } from 'vitest';
import { bookExposure, bookSummary } from '#contract/book.ts';
import { bookShock } from '#contract/shock.ts';
import { exposurePage } from '#contract/exposure.ts';
import * as book from '#contract/operations/book.ts';
import { answerOf, problemOf } from '#test/support/calls.ts';
import type { Connected } from '#test/support/connectedService.ts';
import { engines } from '#test/support/engines.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { dialectService } from '#test/support/foreign/dialectService.ts';
import { createTruth } from '#test/support/foreign/truth.ts';
import { testNow } from '#test/support/service.ts';
import { notReported } from '#upstream/reading/notReported.ts';
import { connecting, readAll, state } from './reading.ts';

const summaryOf = (connected: Connected, query: string) =>
  answerOf(connected.call('GET', `/x/book/summary/${query}`), bookSummary);

const isWallets = ({ url }: Request) => url.includes('/wallets') && !url.includes('history');

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

describe.each(engines().map((engine) => [engine.name, engine] as const))('%s', (_, engine) => {
  const connect = connecting(() => engine.open());

  test('a book sums reported totals and changes of the histories that sync has read, and requests nothing', async () => {
    const truth = createTruth({ now: testNow });
    const connected = connect({ truth });
    await connected.sync.begin();
    await readAll(connected);
    const before = connected.requests.length;
    const users = truth.users();
    const day = await summaryOf(connected, 'day');
    const changes = users.flatMap(({ customId }) => {
      const history = truth.historyOf(customId, 'day');
      const [first, last] = [history[0]?.total ?? 0, history.at(-1)?.total ?? 0];
      return first === 0 ? [] : last - first;
    });
    expect(day).toMatchObject({
      count: users.length,
      of: users.length,
      unknown: 0,
      flow: null,
      return: null,
      histories: { read: changes.length, of: users.length },
      reason: notReported.holdings,
    });
    expect(day.total).toBeCloseTo(sum(users.map(({ total }) => total)), 6);
    expect(day.change).toBeCloseTo(sum(changes), 6);
    const year = await summaryOf(connected, 'year');
    expect(year).toMatchObject({ total: day.total, change: null, histories: { read: 0 } });
    expect(await summaryOf(connected, 'all')).toMatchObject({ total: day.total, change: null });

    const [one, other] = users;
    const ids = [one?.customId ?? '', other?.customId ?? '', 'nobody'];
    const some = await summaryOf(
      connected,
      `day?${ids.map((id) => `ids=${encodeURIComponent(id)}`).join('&')}`,
    );
    expect(some).toMatchObject({ count: 2, notFound: 1 });
    expect(some.total).toBeCloseTo((one?.total ?? NaN) + (other?.total ?? NaN), 6);

    const query = 'by=token&limit=500';
    const [exposure, all] = [
      await answerOf(connected.call('GET', `/x/book/exposure?${query}`), bookExposure),
      await answerOf(connected.call('GET', `/x/exposure?${query}`), exposurePage),
    ];
    expect(exposure).toMatchObject({ ...all, notFound: 0 });
    expect(connected.requests).toHaveLength(before);
  });

  test('a book says how many totals and histories have been read while sync continues', async () => {
    const truth = createTruth({ now: testNow });
    const speaks = dialectService(dialectOf('plain'), truth, async () => {});
    const held = Promise.withResolvers<Response>();
    const answer: typeof speaks = async (request) =>
      request.url.includes('history') ? held.promise : speaks(request);
    const connected = connect({ answer });
    await connected.sync.begin();
    await expect.poll(async () => (await state(connected)).users).toBe(truth.users().length);
    expect(await summaryOf(connected, 'day')).toMatchObject({
      change: null,
      histories: { read: 0, of: truth.users().length },
    });
    await connected.source.close();
    held.reject(new Error('aborted'));
    await connected.sync.stop();
  });

  test('falls work on reported positions; a replay is refused with the reason', async () => {
    const truth = createTruth({ now: testNow });
    const connected = connect({ truth });
    await connected.sync.begin();
    await readAll(connected);
    const [token, thematic] = [truth.tokens[0], truth.thematics[1]];
    if (token === undefined || thematic === undefined) throw new Error('nothing to shock');
    const falls = new Map(thematic.tokens.map((one) => [one.token.id, 0.25]));
    falls.set(token.id, Math.max(0.5, falls.get(token.id) ?? 0));
    const query = `token=${encodeURIComponent(token.id)}:0.5&thematic=${encodeURIComponent(thematic.id)}:0.25`;
    const answer = await answerOf(
      connected.call('GET', `/x/book/shock?${query}&limit=500`),
      bookShock,
    );
    const users = truth.users();
    expect(answer).toMatchObject({ count: users.length, of: users.length, unknown: 0 });
    expect(answer.rows[0]?.loss).toBeGreaterThan(0);
    for (const { customId, total, wallets } of users) {
      const row = answer.rows.find((one) => one.customId === customId);
      const positions = wallets.flatMap((wallet) => wallet.positions);
      const loss = sum(positions.map((one) => one.total * (falls.get(one.token.id) ?? 0)));
      expect(row?.total).toBeCloseTo(total, 6);
      expect(row?.loss).toBeCloseTo(loss, 6);
    }
    expect(answer.sums.total).toBeCloseTo(sum(users.map(({ total }) => total)), 6);
    const past = '/x/book/shock?from=2026-01-01T00:00:00Z';
    const { detail } = await problemOf(connected.call('GET', past), 'not-offered');
    expect(detail).toBe(notReported.prices);
  });

  test('users whose wallets are not read have no known loss', async () => {
    const truth = createTruth({ now: testNow });
    const speaks = dialectService(dialectOf('plain'), truth, async () => {});
    const held = Promise.withResolvers<Response>();
    const first = truth.users()[0]?.customId ?? '';
    const answer: typeof speaks = async (request) =>
      isWallets(request) && decodeURIComponent(request.url).includes(first)
        ? held.promise
        : speaks(request);
    const connected = connect({ answer });
    await connected.sync.begin();
    await expect.poll(async () => (await state(connected)).wallets).toBeGreaterThan(0);
    const token = encodeURIComponent(truth.tokens[0]?.id ?? '');
    const shock = await answerOf(
      connected.call('GET', `/x/book/shock?token=${token}:0.5&limit=500`),
      bookShock,
    );
    const row = shock.rows.find(({ customId }) => customId === first);
    expect(row).toMatchObject({ after: null, loss: null, share: null });
    expect(shock.unknown).toBeGreaterThan(0);
    await connected.source.close();
    held.reject(new Error('aborted'));
    await connected.sync.stop();
  });

  test('what needs past amounts is refused with the reason', async () => {
    const connected = connect();
    await connected.sync.begin();
    const {
      getBookPerformance: performance,
      getBookFlows: flows,
      getBookContribution: contribution,
      getBookFigures: figures,
    } = book;
    for (const { path } of [performance, flows, contribution, figures]) {
      const filled = path.replace('{historyType}', 'year');
      const { detail } = await problemOf(connected.call('GET', filled), 'not-offered');
      expect(detail).toBe(notReported.holdings);
    }
    for (const path of ['/x/book/summary/day', '/x/book/exposure']) {
      const past = `${path}?asOf=2026-01-01T00:00:00Z`;
      await problemOf(connected.call('GET', past), 'not-offered');
    }
  });
});
