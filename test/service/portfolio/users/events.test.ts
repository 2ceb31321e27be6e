import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getThematics } from '#contract/operations/thematics.ts';
import { createUser } from '#contract/operations/users.ts';
import { getUserHistory } from '#contract/operations/wallets.ts';
import {
  change,
  changed,
  makeUser,
  readEvents,
  readWallets,
  stated,
} from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';

const feeds = 'data-feeds';
const buy = (thematics: string, amount: number) => ({
  thematics,
  tokens: [{ token: 'AUGRY', amount }],
  at: '2026-01-01T00:00:00Z',
});

onEachEngine((service) => {
  const told = async () =>
    (await readEvents(service())).map(({ seq, type, subject }) => [seq, type, subject]);

  test('a user that is created is published as the interface shows it', async () => {
    const made = await makeUser(service(), '日本');
    const [event] = await readEvents(service());
    expect(event).toMatchObject({ seq: 1, type: 'user.created', subject: '日本', data: made });
    expect(event?.id).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(event?.createdAt).toBe(service().clock.now);
  });

  test('a wallet that is created and changed is published with what was before', async () => {
    await makeUser(service(), 'ada');
    await stated(service(), 'ada', { thematics: feeds, tokens: [{ token: 'AUGRY', amount: 2 }] });
    const [first] = await readWallets(service(), 'ada');
    service().clock.now += 60_000;
    await stated(service(), 'ada', {
      thematics: feeds,
      tokens: [
        { token: 'KANAL', amount: 1 },
        { token: 'AUGRY', amount: 2 },
      ],
    });
    const [second] = await readWallets(service(), 'ada');
    await stated(service(), 'ada', { thematics: feeds, tokens: [] });
    const [third] = await readWallets(service(), 'ada');
    const [, made, grown, closed] = await readEvents(service());
    expect(made).toMatchObject({ seq: 2, type: 'wallet.created', subject: first?._id });
    expect(made?.data).toEqual(first);
    expect(grown).toMatchObject({ seq: 3, type: 'wallet.updated', subject: first?._id });
    // What it held before, at the prices of the change.
    const before = second?.tokens.find(({ token }) => token._id === 'AUGRY');
    expect(grown?.data).toEqual({
      ...second,
      previous: { total: before?.total, tokens: [before] },
    });
    expect(closed).toMatchObject({ seq: 4, type: 'wallet.updated' });
    expect(closed?.data).toMatchObject({ ...third, total: 0, tokens: [] });
    expect(closed?.data['previous']).toEqual({ total: second?.total, tokens: second?.tokens });
  });

  test('a change is valued once, at one as of: the answer and the events agree, however the market moves meanwhile', async () => {
    await makeUser(service(), 'ada');
    await stated(service(), 'ada', buy(feeds, 2), buy('open-lending', 3));
    const { current } = service().market;
    const valued: string[] = [];
    let ticks = 0;
    service().market.use({
      ...current,
      asOf: () => current.asOf() + 10_000 * ticks++,
      priceAt: (token, at) => {
        valued.push(token);
        return current.priceAt(token, at);
      },
    });
    const patch = { name: 'Ada', wallets: [buy(feeds, 5)] };
    const { total } = await changed(service(), 'ada', patch);
    expect(valued).toEqual(['AUGRY']);
    const [user, wallet] = (await readEvents(service())).slice(-2);
    expect([user?.type, user?.data['total']]).toEqual(['user.updated', total]);
    expect(wallet?.type).toBe('wallet.updated');
    expect(Number(wallet?.data['total']) * (8 / 5)).toBeCloseTo(total, 9);
  });

  test('what changes nothing of now is not published', async () => {
    await makeUser(service(), 'ada');
    const now = { thematics: feeds, tokens: [{ token: 'AUGRY', amount: 2 }] };
    await stated(service(), 'ada', { ...now, at: '2026-01-01T00:00:00Z' });
    const events = await told();
    // A correction of the past; the same from now on; the removal of that correction.
    const past = { thematics: feeds, at: '2025-01-01T00:00:00Z' };
    await stated(service(), 'ada', { ...past, tokens: [{ token: 'KANAL', amount: 7 }] });
    await stated(service(), 'ada', now);
    await stated(service(), 'ada', { ...past, tokens: null });
    expect(await told()).toEqual(events);
  });

  test('a tick of the market is no event', async () => {
    await makeUser(service(), 'ada');
    await stated(service(), 'ada', { thematics: feeds, tokens: [{ token: 'AUGRY', amount: 2 }] });
    const events = await told();
    for (let tick = 0; tick < 5; tick += 1) {
      service().clock.now += 10_000;
      await service().call('GET', pathTo(getUserHistory, 'ada', 'day'));
      await service().call('GET', getThematics.path);
    }
    expect(await told()).toEqual(events);
  });

  test('fifty concurrent writers leave a sequence without gaps, in commit order', async () => {
    const { call, database } = service();
    const writing = new AbortController();
    const seen: { events: number; last: number }[] = [];
    const watcher = (async () => {
      while (!writing.signal.aborted) {
        // At no moment is an event seen before one with a smaller number.
        const [row] = await database.queries
          .select({
            events: sql`count(*)`.mapWith(Number),
            last: sql`coalesce(max(seq), 0)`.mapWith(Number),
          })
          .from(sql`events`);
        if (row !== undefined) seen.push(row);
        // Whoever asks comes over a network.
        await setImmediate();
      }
    })();
    const write = async (writer: number): Promise<void> => {
      const own = `writer-${writer}`;
      await makeUser(service(), own);
      for (let round = 0; round < 2; round += 1) {
        const shared = `shared-${(writer + round) % 7}`;
        await call('PUT', createUser.path, { customId: shared });
        await changed(service(), shared, { [own]: round });
        // Refused, so it takes no number.
        await change(service(), own, { total: 1 });
        await changed(service(), own, {
          round,
          wallets: [{ thematics: feeds, tokens: [{ token: 'AUGRY', amount: round + 1 }] }],
        });
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, writer) => write(writer)));
    writing.abort();
    await watcher;

    const events = await readEvents(service());
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    // 57 users, 100 changes of shared ones, 100 of own ones of which each made or changed a wallet.
    const counts = Object.entries(Object.groupBy(events, ({ type }) => type)).map(([type, all]) => [
      type,
      all?.length,
    ]);
    expect(Object.fromEntries(counts)).toEqual({
      'user.created': 57,
      'user.updated': 200,
      'wallet.created': 50,
      'wallet.updated': 50,
    });
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    for (const { events: count, last } of seen) expect(count).toBe(last);
    expect(seen.length).toBeGreaterThan(3);
    // Each writer's changes are told in the order in which they were answered.
    for (const subject of ['writer-0', 'writer-49']) {
      const rounds = events
        .filter((event) => event.subject === subject && event.type === 'user.updated')
        .map(({ data }) => data['round']);
      expect(rounds).toEqual([0, 1]);
    }
  });
});
