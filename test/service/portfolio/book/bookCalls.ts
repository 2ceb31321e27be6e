import * as z from 'zod/mini';
import {
  bookContribution,
  bookExposure,
  bookFigures,
  bookFlows,
  bookPerformance,
  bookSummary,
  type BookPartKind,
} from '#contract/book.ts';
import { day, type HistoryType } from '#contract/historyType.ts';
import { pathOf, type PathInput } from '#contract/operation.ts';
import {
  getBookContribution,
  getBookExposure,
  getBookFigures,
  getBookFlows,
  getBookPerformance,
  getBookSummary,
} from '#contract/operations/book.ts';
import { getPerformance, getPositionsHistory } from '#contract/operations/wallets.ts';
import { positionsHistory } from '#contract/positions.ts';
import { seeded } from '#test/analytics/plainFigures.ts';
import { answerOf, createWith } from '#test/support/calls.ts';
import { performance } from '#test/support/embedded.ts';
import type { TestService } from '#test/support/service.ts';

export type BookQuery = NonNullable<PathInput<typeof getBookPerformance>['query']>;
type FlowsQuery = NonNullable<PathInput<typeof getBookFlows>['query']>;
type FiguresQuery = NonNullable<PathInput<typeof getBookFigures>['query']>;

/** Returns calls that read books and users. */
export function bookCalls(service: () => TestService) {
  const get = (path: string) => service().call('GET', path);
  return {
    get,
    performance: (historyType: HistoryType, query: BookQuery = {}) =>
      answerOf(
        get(pathOf(getBookPerformance, { params: { historyType }, query })),
        bookPerformance,
      ),
    summary: (historyType: HistoryType, query: BookQuery = {}) =>
      answerOf(get(pathOf(getBookSummary, { params: { historyType }, query })), bookSummary),
    flows: (historyType: HistoryType, query: FlowsQuery = {}) =>
      answerOf(get(pathOf(getBookFlows, { params: { historyType }, query })), bookFlows),
    exposure: (query: BookQuery & { by: 'thematic' | 'token' }) =>
      answerOf(get(pathOf(getBookExposure, { query: { ...query, limit: 500 } })), bookExposure),
    contribution: (historyType: HistoryType, by: BookPartKind, query: FlowsQuery = {}) =>
      answerOf(
        get(
          pathOf(getBookContribution, {
            params: { historyType },
            query: { ...query, by, limit: 500 },
          }),
        ),
        bookContribution,
      ),
    figures: (historyType: HistoryType, query: FiguresQuery = {}) =>
      answerOf(get(pathOf(getBookFigures, { params: { historyType }, query })), bookFigures),
    ofUser: (id: string, historyType: HistoryType, asOf?: string) =>
      answerOf(
        get(pathOf(getPerformance, { params: { id, historyType }, query: { asOf } })),
        performance,
      ),
    positionsOf: (id: string, historyType: HistoryType, asOf?: string) =>
      answerOf(
        get(pathOf(getPositionsHistory, { params: { id, historyType }, query: { asOf } })),
        positionsHistory,
      ),
  };
}

const countries = ['CH', 'JP', 'GB'];

/** Creates users with random statements over four years, some within the last day, some without any. */
export async function createRandomUsers(
  service: TestService,
  seed: number,
  count: number,
  {
    thematics,
    tokens,
  }: { readonly thematics: readonly string[]; readonly tokens: readonly string[] },
): Promise<string[]> {
  const random = seeded(seed);
  const any = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const asOf = service.market.asOf();
  const spans = [0.9 * day, 6 * day, 29 * day, 360 * day, 1500 * day];
  const ids = Array.from({ length: count }, (_, index) => `user ${index}`);
  for (const [index, id] of ids.entries()) {
    // The first has many statements between two records, which the directory leaves out.
    const statementCount = index === 0 ? 60 : Math.floor(random() * 7);
    const wallets = Array.from({ length: statementCount }, () => ({
      thematics: index === 0 ? thematics[0] : any(thematics),
      at: new Date(asOf - Math.ceil(random() * (any(spans) ?? day))).toISOString(),
      tokens:
        random() < 0.15
          ? []
          : tokens
              .filter(() => random() < 0.5)
              .map((token) => ({ token, amount: random() * 10 ** Math.floor(random() * 7) })),
    }));
    const distinct = new Map(wallets.map((one) => [`${one.thematics} ${one.at}`, one]));
    await createWith(service, id, {
      attributes: { country: any(countries) ?? 'CH' },
      wallets: z.parse(z.array(z.any()), [...distinct.values()]),
    });
  }
  return ids;
}
