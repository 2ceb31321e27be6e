import { describe, expect, test } from 'vitest';
import { bookExposure, bookSummary } from '#contract/book.ts';
import { directoryPage } from '#contract/directory.ts';
import { createSelection } from '#contract/operations/selections.ts';
import { selection } from '#contract/selections.ts';
import { bookShock } from '#contract/shock.ts';
import { answerOf } from '#test/support/calls.ts';
import { engines } from '#test/support/engines.ts';
import { createTruth } from '#test/support/foreign/truth.ts';
import { testNow } from '#test/support/service.ts';
import { connecting, readAll } from './reading.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

describe.each(engines().map((engine) => [engine.name, engine] as const))('%s', (_, engine) => {
  const connect = connecting(() => engine.open());

  test('a saved selection of reported users is a list, a book, an exposure, a shock and a CSV, and reads no user again', async () => {
    const truth = createTruth({ now: testNow });
    const connected = connect({ truth });
    await connected.sync.begin();
    await readAll(connected);
    const before = connected.requests.length;
    const get = (path: string) => connected.call('GET', path);
    const chosen = truth.users().slice(0, 12);
    const ids = [...chosen.map(({ customId }) => customId), 'nobody', '__proto__'];
    const { id, count } = await answerOf(
      connected.call('POST', createSelection.path, { ids }),
      selection,
    );
    expect(count).toBe(ids.length);

    const query = `selection=${id}`;
    const page = await answerOf(get(`/x/directory?${query}&limit=500`), directoryPage);
    expect(page).toMatchObject({ count: chosen.length, notFound: 2 });
    expect(new Set(page.rows.map(({ customId }) => customId))).toEqual(
      new Set(chosen.map(({ customId }) => customId)),
    );
    const total = sum(chosen.map((one) => one.total));
    const summary = await answerOf(get(`/x/book/summary/day?${query}`), bookSummary);
    expect(summary).toMatchObject({ count: chosen.length, notFound: 2, flow: null, return: null });
    expect(summary.total).toBeCloseTo(total, 6);
    const exposure = await answerOf(
      get(`/x/book/exposure?${query}&by=token&limit=500`),
      bookExposure,
    );
    for (const row of exposure.rows) {
      const held = chosen.flatMap(({ wallets }) =>
        wallets.flatMap(({ positions }) => positions.filter(({ token }) => token.id === row.id)),
      );
      expect(row.total).toBeCloseTo(sum(held.map((position) => position.total)), 6);
    }
    const [token] = truth.tokens;
    const shock = await answerOf(
      get(`/x/book/shock?${query}&token=${encodeURIComponent(token?.id ?? '')}:1`),
      bookShock,
    );
    expect(shock).toMatchObject({ count: chosen.length, notFound: 2 });
    expect(shock.sums.loss).toBeCloseTo(
      exposure.rows.find((row) => row.id === token?.id)?.total ?? NaN,
      6,
    );
    const csv = await (await get(`/x/directory?${query}&format=csv&columns=customId`)).text();
    expect(csv.trim().split('\r\n')).toHaveLength(1 + chosen.length);
    // Names of tokens and thematics may be read again, users never.
    const later = connected.requests.slice(before);
    expect(later.filter((call) => call.includes('/users'))).toEqual([]);
  });
});
