import { http, HttpResponse } from 'msw';
import type { DirectoryRow } from '#contract/directory.ts';
import { page } from '#test/support/directoryWindow.ts';
import { server } from '#test/support/server.ts';

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
