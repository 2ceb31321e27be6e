import { describe, expect, test } from 'vitest';
import { directoryPage, holderList } from '#contract/directory.ts';
import { exposurePage } from '#contract/exposure.ts';
import { responseNotesHeader, parseResponseNotes } from '#contract/responseNotes.ts';
import { answerOf, problemOf } from '#test/support/calls.ts';
import { engines } from '#test/support/engines.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { dialectService } from '#test/support/foreign/dialectService.ts';
import { dropped, faultyService, on } from '#test/support/foreign/faultyService.ts';
import { createTruth } from '#test/support/foreign/truth.ts';
import { testNow } from '#test/support/service.ts';
import { connecting, directory, readAll, state } from './reading.ts';

describe.each(engines().map((engine) => [engine.name, engine] as const))('%s', (_, engine) => {
  const connect = connecting(() => engine.open());

  test('the directory is the truth, once it was read; nobody who looks at it costs a request', async () => {
    const truth = createTruth({ now: testNow });
    const connected = connect({ truth });
    await connected.sync.begin();
    await readAll(connected);
    const [{ rows, sums, of }, before] = [await directory(connected), connected.requests.length];
    const users = truth.users();
    expect(of).toBe(users.length);
    expect(sums.total).toBe(users.reduce((sum, { total }) => sum + total, 0));
    for (const row of rows) {
      const user = truth.user(row.customId);
      expect(row.total).toBe(user?.total);
      expect(row.walletCount).toBe(user?.wallets.length);
      expect(row.flow).toBeNull();
      const history = truth.historyOf(row.customId, 'day');
      const [begun, last] = [history[0]?.total ?? 0, history.at(-1)?.total ?? 0];
      expect(row.change).toBe(begun === 0 ? null : last - begun);
    }
    // A list of users, and of each of them wallets and a history: no more.
    expect(before).toBe(1 + 2 * users.length);
    await directory(connected, 'q=1&sort=-change');
    await directory(connected, `token=${truth.tokens[0]?.id}`);
    expect(connected.requests).toHaveLength(before);
  });

  test('when the process stops, users that were not read yet are not tried in vain', async () => {
    const truth = createTruth({ now: testNow });
    const speaks = dialectService(dialectOf('plain'), truth, async () => {});
    const held = Promise.withResolvers<Response>();
    const answer: typeof speaks = async (request) =>
      /wallets|history/.test(request.url) ? held.promise : speaks(request);
    const connected = connect({ answer });
    await connected.sync.begin();
    await expect.poll(() => connected.sync.progress().users).toBe(truth.users().length);
    await connected.source.close();
    held.reject(new Error('aborted'));
    await connected.sync.stop();
    expect(connected.sync.progress().failing).toBe(0);
  });

  test('who holds a thematic or a token, and exposure, are of the same read model', async () => {
    const truth = createTruth({ now: testNow });
    const connected = connect({ truth });
    await connected.sync.begin();
    await readAll(connected);
    const [thematic] = truth.thematics;
    const holders = await answerOf(
      connected.call(
        'GET',
        `/x/thematics/${encodeURIComponent(thematic?.id ?? '')}/users?limit=100`,
      ),
      holderList,
    );
    const held = truth.users().flatMap(({ customId, wallets }) => {
      const own = wallets.filter(
        (one) => one.thematic === thematic?.id && one.positions.length > 0,
      );
      return own.length === 0
        ? []
        : [[customId, own.reduce((sum, { total }) => sum + total, 0)] as const];
    });
    expect(new Map(holders.map(({ customId, total }) => [customId, total]))).toEqual(new Map(held));
    // The same as a list that can be filtered further, and saved.
    const [{ country } = {}] = truth.users().map(({ attributes }) => attributes);
    const filter = `thematic=${thematic?.id}&attribute.country=${String(country)}&sort=-held`;
    const wanted = held.filter(([id]) => truth.user(id)?.attributes['country'] === country);
    const csv = await connected.call('GET', `/x/directory?${filter}&format=csv&columns=heldTotal`);
    const cells = (await csv.text()).trim().split(/\r?\n/).slice(1);
    expect(cells.map(Number)).toEqual(wanted.map(([, own]) => own).toSorted((a, b) => b - a));
    expect(cells.length).toBeGreaterThan(1);
    const answer = await connected.call('GET', '/x/exposure?by=thematic&limit=100');
    expect(parseResponseNotes(answer.headers.get(responseNotesHeader))).toMatchObject({
      readAt: testNow,
    });
    const { rows, total } = await answerOf(Promise.resolve(answer), exposurePage);
    expect(total).toBe(truth.users().reduce((sum, user) => sum + user.total, 0));
    expect(rows.find(({ id }) => id === thematic?.id)).toMatchObject({
      name: thematic?.name,
      holders: held.length,
      total: held.reduce((sum, [, own]) => sum + own, 0),
    });
  });

  test('the next start shows what the last one read, also where the service is gone, and says how old it is', async () => {
    const truth = createTruth({ now: testNow });
    const first = connect({ truth });
    await first.sync.begin();
    await readAll(first);
    const { rows } = await directory(first);
    await first.close();
    const clock = { now: testNow + 3_600_000 };
    const later = connect({
      answer: faultyService(() => Promise.reject(new Error()), [dropped]),
      clock,
    });
    await later.sync.begin();
    const response = await later.call('GET', '/x/directory?limit=500');
    const reading = parseResponseNotes(response.headers.get(responseNotesHeader));
    const page = await answerOf(Promise.resolve(response), directoryPage);
    expect(page.rows.map(({ customId, total, spark }) => [customId, total, spark])).toEqual(
      rows.map(({ customId, total, spark }) => [customId, total, spark]),
    );
    expect(reading?.readAt).toBe(testNow);
    await expect
      .poll(
        async () =>
          parseResponseNotes(
            (await later.call('GET', '/x/directory')).headers.get(responseNotesHeader),
          )?.stale,
      )
      .toEqual(expect.stringMatching(/service/));
  });

  test('another address never shows the users of the one before', async () => {
    const first = connect();
    await first.sync.begin();
    await readAll(first);
    await first.close();
    const other = connect({
      url: 'http://other.example/two',
      answer: faultyService(() => Promise.reject(new Error()), [dropped]),
    });
    await other.sync.begin();
    const { status } = await other.call('GET', '/x/directory');
    expect(status).toBe(502);
  });

  test('before anything was read, nobody waits for the reason, nor for what is not to be read', async () => {
    const answer = faultyService(() => Promise.reject(new Error()), [dropped]);
    const failing = connect({ answer, pause: 3_600_000 });
    await failing.sync.begin();
    for (let visit = 0; visit < 3; visit += 1) {
      await problemOf(failing.call('GET', '/x/directory'), 'upstream-unreachable');
    }
    await failing.call('DELETE', '/x/upstream/sync');
    const { rows, of } = await directory(failing);
    expect({ rows, of }).toEqual({ rows: [], of: 0 });
  });

  test('stopped it requests nothing, also after a restart, until it is resumed', async () => {
    const truth = createTruth({ now: testNow });
    const connected = connect({ truth });
    expect((await connected.call('DELETE', '/x/upstream/sync')).status).toBe(204);
    await connected.sync.begin();
    await connected.close();
    const next = connect({ truth });
    await next.sync.begin();
    expect(await state(next)).toMatchObject({ state: 'cancelled', users: 0 });
    expect(next.requests).toEqual([]);
    expect((await next.call('POST', '/x/upstream/sync')).status).toBe(204);
    await readAll(next);
    expect((await directory(next)).of).toBe(truth.users().length);
  });

  test('read again, all of it is', async () => {
    const clock = { now: testNow };
    const connected = connect({ clock });
    await connected.sync.begin();
    await readAll(connected);
    const begun = connected.requests.length;
    clock.now += 1000;
    await connected.call('POST', '/x/upstream/sync');
    await expect.poll(() => connected.requests.length).toBe(2 * begun);
  });

  test('who is looked at is read first', async () => {
    const truth = createTruth({ now: testNow, users: 200 });
    const wallets = /^GET \/p\/users\/[^/]+\/wallets$/;
    const held = Promise.withResolvers<void>();
    const plain = dialectService(dialectOf('plain'), truth, async () => {});
    const connected = connect({
      limits: { concurrent: 8, perSecond: 1_000_000 },
      answer: faultyService(plain, [
        on(wallets, async (request, next) => {
          await held.promise;
          return next(request);
        }),
      ]),
    });
    await connected.sync.begin();
    await expect.poll(async () => (await state(connected)).users).toBe(200);
    const { rows } = await directory(connected, 'sort=customId&offset=180&limit=5');
    const begun = connected.requests.length;
    held.resolve();
    await expect.poll(() => connected.requests.length).toBeGreaterThan(begun + 12);
    const next = connected.requests.slice(begun, begun + 12);
    for (const { customId } of rows) {
      expect(next).toContain(`GET /p/users/${encodeURIComponent(customId)}/wallets`);
    }
  });

  test('a hint has the user read again, and nobody else', async () => {
    const truth = createTruth({ now: testNow });
    const connected = connect({ truth });
    await connected.sync.begin();
    await readAll(connected);
    const [one] = truth.users();
    const before = connected.requests.length;
    connected.sync.changed(one?.customId ?? null);
    const own = `GET /p/users/${encodeURIComponent(one?.customId ?? '')}/wallets`;
    await expect.poll(() => connected.requests.slice(before)).toContain(own);
    await expect.poll(() => connected.requests.length).toBe(before + 2);
  });
});
