import type { Context } from 'hono';
import { weightOf } from '#analytics/weights.ts';
import { rowStream, headOf, isLeftOut } from '#directory/directoryCsv.ts';
import { defaultDirectoryRows } from '#contract/directoryParameters.ts';
import { getBookShock } from '#contract/operations/shock.ts';
import {
  initialShockSort,
  shockCsvKinds,
  type BookShock,
  type ShockedUser,
} from '#contract/shock.ts';
import { formatTime } from '#contract/time.ts';
import type { Directory } from '#directory/directory.ts';
import {
  incompleteOf,
  responseNotesHeaders,
  type DirectoryFeed,
} from '#directory/directoryFeed.ts';
import { unknownIds } from '#directory/members.ts';
import { checkFormat, csvHeaders, filterOf } from '#directory/requests.ts';
import { inSlices } from '#directory/slices.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import type { OpenRebalance } from './rebalanceSource.ts';
import { ShockedBooks, type ShockedBook } from './shockedBook.ts';
import { isReplay, requestedShock, type ShockQuery } from './shockPrices.ts';
import type { OpenFigures } from './source.ts';

interface ShockSources {
  readonly open: OpenFigures;
  readonly openRebalance: OpenRebalance;
  readonly feed: DirectoryFeed;
}

/** Implements what falling prices do to a set of users, in either mode. */
export function shockOperations({ open, openRebalance, feed }: ShockSources): Implementation[] {
  const books = new ShockedBooks();
  return [
    implement(getBookShock, async ({ query }, c) => {
      checkFormat(query);
      const { offset = 0, limit = defaultDirectoryRows, format, ...of } = query;
      const { heldToken, heldThematic, sort = initialShockSort } = of;
      // Windows of one list have the same filter.
      const filter = await filterOf(feed, { ...of, token: heldToken, thematic: heldThematic });
      const directory = await feed.fresh();
      const asOf = directory.asOf ?? Number.NaN;
      const names = await feed.names('token');
      const source = openRebalance();
      const shock = await requestedShock(query, source, asOf, (id) => names.has(id));
      const { prices } = open();
      const book = await books.read(directory, { filter, sort, shock, prices });
      const headers = { ...source.headers(), ...responseNotesHeaders(feed) };
      if (format === 'csv') return csv(c, { directory, book, headers }, query);
      const tokens = new Map((await source.tokens(asOf)).map((token) => [token._id, token]));
      const named = (id: string) => ({
        token: id,
        symbol: tokens.get(id)?.symbol ?? id,
        name: tokens.get(id)?.name ?? names.get(id) ?? null,
      });
      const replay = isReplay(shock) ? shock.replay : null;
      const answer: BookShock = {
        asOf: formatTime(asOf),
        from: replay && formatTime(replay.from),
        to: replay && formatTime(replay.to),
        tokens: book.tokens.map(({ id, ...token }) => ({ ...named(id), ...token })),
        unchanged: book.unchanged.map(named),
        count: book.order.length,
        of: book.of,
        unknown: book.losses.unknown,
        notFound: await inSlices(unknownIds(filter, directory)),
        ...incompleteOf(feed),
        sums: lossOf(book.losses.sums.total, book.losses.sums.loss),
        offset,
        rows: rowsOf(directory, book, offset, offset + limit),
      };
      return new Reply(200, answer, headers);
    }),
  ];
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

function lossOf(total: number, loss: number) {
  return {
    total: orNull(total),
    after: orNull(total - loss),
    loss: orNull(loss),
    share: weightOf(orNull(loss), orNull(total)),
  };
}

function rowsOf(
  { tables: { people } }: Directory,
  { order, losses: { rows, totals, losses } }: ShockedBook,
  from: number,
  to: number,
): ShockedUser[] {
  return Array.from(order.subarray(from, to), (index) => {
    const rowIndex = rows[index] ?? 0;
    return {
      customId: people.id(rowIndex),
      name: people.name(rowIndex),
      ...lossOf(totals[index] ?? Number.NaN, losses[index] ?? Number.NaN),
    };
  });
}

interface ShockCsvParts {
  readonly directory: Directory;
  readonly book: ShockedBook;
  readonly headers: Readonly<Record<string, string>>;
}

function csv(
  c: Context,
  { directory, book, headers }: ShockCsvParts,
  { figures, unit }: ShockQuery,
): Response {
  const columns = Object.entries(shockCsvKinds).filter(([, kind]) => !isLeftOut(kind, figures));
  const heads = columns.map(([name, kind]) => headOf(name, kind, unit));
  const asOf = formatTime(directory.asOf ?? Number.NaN);
  const stream = rowStream([...heads, 'asOf'], book.order.length, (from, to) =>
    rowsOf(directory, book, from, to).map((row) => [
      ...columns.map(([name]) => {
        const cell = row[name];
        return typeof cell === 'string' || typeof cell === 'number' ? cell : null;
      }),
      asOf,
    ]),
  );
  return c.body(stream, 200, { ...headers, ...csvHeaders });
}
