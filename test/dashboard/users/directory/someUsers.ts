import { http, HttpResponse } from 'msw';
import type { DirectoryWindow, DirectoryRow } from '#contract/directory.ts';
import { server } from '#test/support/server.ts';

/** A row of the directory with empty defaults. */
export function row(customId: string, its: Partial<DirectoryRow> = {}): DirectoryRow {
  return {
    customId,
    name: null,
    attributes: {},
    total: 0,
    walletCount: 0,
    openWallets: 0,
    thematics: [],
    change: null,
    flow: null,
    return: null,
    largest: null,
    hhi: null,
    held: null,
    spark: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...its,
  };
}

/** A window of users. */
export function page(
  count: number,
  offset: number,
  rows: readonly DirectoryRow[],
  its: Partial<DirectoryWindow> = {},
): DirectoryWindow {
  return {
    asOf: '2026-06-17T14:23:40.000Z',
    count,
    of: count,
    sums: {
      total: 0,
      known: count,
      wallets: 0,
      openWallets: 0,
      change: null,
      flow: null,
      return: null,
      held: null,
      up: 0,
      level: 0,
      down: 0,
      unknown: count,
    },
    facets: [],
    without: {},
    unsupported: [],
    offset,
    rows: [...rows],
    ...its,
  };
}

/** Responds with windows of users that match any query, and returns the queries. */
export function givenUsers(count: number, rowAt: (index: number) => DirectoryRow) {
  const queries: URLSearchParams[] = [];
  server.use(
    http.get('*/x/directory', ({ request }) => {
      const query = new URL(request.url).searchParams;
      queries.push(query);
      const offset = Number(query.get('offset'));
      const length = Math.max(0, Math.min(count - offset, Number(query.get('limit'))));
      const rows = Array.from({ length }, (_, index) => rowAt(offset + index));
      return HttpResponse.json(page(count, offset, rows));
    }),
  );
  return queries;
}
