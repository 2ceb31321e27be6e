import { describe, expect, test } from 'vitest';
import { bookSummary } from '#contract/book.ts';
import { directoryPage } from '#contract/directory.ts';
import { answerOf } from '#test/support/calls.ts';
import { engines } from '#test/support/engines.ts';
import { createTruth } from '#test/support/foreign/truth.ts';
import { testNow } from '#test/support/service.ts';
import { notReported } from '#upstream/reading/notReported.ts';
import { groupsOf } from '../../service/portfolio/groups/groupCalls.ts';
import { connecting, readAll } from './reading.ts';

describe.each(engines().map((engine) => [engine.name, engine] as const))('%s', (_, engine) => {
  const connect = connecting(() => engine.open());

  test('groups of reported users have the totals and changes of their books, and no flow or return', async () => {
    const truth = createTruth({ now: testNow });
    const connected = connect({ truth });
    await connected.sync.begin();
    await readAll(connected);
    const before = connected.requests.length;
    const get = (path: string) => connected.call('GET', path);
    const groups = (query: string) => groupsOf(get(`/x/directory?${query}`));
    const { facets, sums } = await answerOf(get('/x/directory'), directoryPage);
    const [facet] = facets.filter(({ values }) => values.length > 1);
    const name = encodeURIComponent(`attribute.${facet?.name ?? ''}`);
    const answer = await groups(`groupBy=${name}`);
    expect(answer.reason).toBe(notReported.holdings);
    expect(answer.groups.length).toBeGreaterThan(1);
    for (const { value, ...group } of answer.groups) {
      expect(group).toMatchObject({ flow: null, return: null, spark: null });
      if (value === null) continue;
      const query = `${name}=${encodeURIComponent(value)}`;
      const summary = await answerOf(get(`/x/book/summary/day?${query}`), bookSummary);
      const { count, total, change, histories } = summary;
      expect(group).toMatchObject({ count, total, change, histories });
    }

    const thematics = await groups('groupBy=thematic');
    const total = thematics.groups.reduce((sum, one) => sum + (one.total ?? 0), 0);
    expect(total).toBeCloseTo(sums.total, 4);
    const held = thematics.groups.filter(({ value }) => value !== null);
    expect(held.length).toBeGreaterThan(0);
    for (const group of held) expect(group).toMatchObject({ change: null, flow: null });
    const [largest] = held;
    const value = encodeURIComponent(largest?.value ?? '');
    const within = await groups(`groupBy=thematic&groupBy=${name}&within=${value}`);
    const sum = within.groups.reduce((all, one) => all + (one.total ?? 0), 0);
    expect(sum).toBeCloseTo(largest?.total ?? NaN, 4);
    expect(connected.requests).toHaveLength(before);
  });
});
