import type { Context } from 'hono';
import { returnOf } from '#analytics/performance.ts';
import { sumOf } from '#analytics/weights.ts';
import type { BookPerformance, BookSummary } from '#contract/book.ts';
import { directoryPeriods } from '#contract/directory.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { PerformanceHistory } from '#contract/performance.ts';
import {
  getBookContribution,
  getBookFigures,
  getBookFlows,
  getBookPerformance,
  getBookSummary,
} from '#contract/operations/book.ts';
import { formatTime } from '#contract/time.ts';
import {
  incompleteOf,
  responseNotesHeaders,
  type DirectoryFeed,
} from '#directory/directoryFeed.ts';
import { filterOf } from '#directory/requests.ts';
import { unknownIds } from '#directory/members.ts';
import { inSlices } from '#directory/slices.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { problem } from '#platform/http/problem.ts';
import { Books, type Book, type BookQuery } from './book.ts';
import { answerBookContribution, answerBookFlows } from './bookAnswers.ts';
import { answerBookFigures } from './bookFigures.ts';
import { bookPeriod } from './figuresRequest.ts';
import { mergedTokens, totalsOver } from './heldOver.ts';
import { noHoldingsThen } from './past.ts';
import { performanceHistory } from './performance.ts';
import { isNotKnown, type OpenFigures } from './source.ts';

/** Implements the operations of books, in either mode. Connected mode has no past amounts: it has the summary only. */
export function bookOperations(open: OpenFigures, feed: DirectoryFeed): Implementation[] {
  const { holdings } = open();
  if (isNotKnown(holdings)) {
    const reported = implement(getBookSummary, async ({ params: { historyType }, query }) => {
      if (query.asOf !== undefined) throw problem('not-offered', holdings.reason);
      const summary = await reportedSummary(feed, query, historyType, holdings.reason);
      return new Reply(200, summary, responseNotesHeaders(feed));
    });
    return [reported];
  }
  const books = new Books(feed);
  const bookOf = ({ asOf, ...query }: BookQuery, c: Context): Promise<Book> =>
    books.open(open(asOf), query, { asOf, signal: c.req.raw.signal });
  return [
    implement(getBookSummary, async ({ params: { historyType }, query }, c) =>
      summaryOf(await performanceOf(await bookOf(query, c), historyType)),
    ),
    implement(getBookPerformance, async ({ params: { historyType }, query }, c) =>
      performanceOf(await bookOf(query, c), historyType),
    ),
    implement(getBookFlows, async ({ params: { historyType }, query }, c) => {
      const book = await bookOf(query, c);
      return answerBookFlows(c, book, bookPeriod(historyType, query, book.source.asOf()), query);
    }),
    implement(getBookContribution, async ({ params: { historyType }, query }, c) => {
      const book = await bookOf(query, c);
      const period = bookPeriod(historyType, query, book.source.asOf());
      return answerBookContribution(c, book, period, { query, feed });
    }),
    implement(getBookFigures, async ({ params: { historyType }, query }, c) =>
      answerBookFigures(c, await bookOf(query, c), historyType, query),
    ),
  ];
}

async function performanceOf(book: Book, type: HistoryType): Promise<BookPerformance> {
  const held = await book.held({ type });
  const history = performanceHistory(
    held === null
      ? { dates: [], totals: new Float64Array(0), held: [] }
      : { dates: held.grid.dates, totals: totalsOver(held), held: mergedTokens(held) },
  );
  const head = book.head(held);
  const reason = head.count === 0 ? 'No user matches.' : noHoldingsThen;
  return { ...head, ...history, ...(held === null && { reason }) };
}

/** The figures over the period are those of its records. */
function summaryOf({ flatRecords: _, ...performance }: BookPerformance): BookSummary {
  const { dates, total, index, flow, ...head } = performance;
  return { ...head, from: dates[0] ?? null, ...figuresOver(performance), histories: null };
}

/** Total at the last record, and change, flow and return over the records. */
export function figuresOver({
  total,
  index,
  flow,
}: Pick<PerformanceHistory, 'total' | 'index' | 'flow'>) {
  const last = total.at(-1) ?? 0;
  const [first = null] = total;
  return {
    total: last,
    change: first === null ? null : last - first,
    flow: first === null ? null : sumOf(flow ?? []),
    return: returnOf((index ?? []).map((level) => level ?? Number.NaN)),
  };
}

/** Sums what another service reports. Reads no history: those that sync has read count. */
async function reportedSummary(
  feed: DirectoryFeed,
  query: BookQuery,
  type: HistoryType,
  reason: string,
): Promise<BookSummary> {
  const filter = await filterOf(feed, query);
  const directory = await feed.fresh();
  const { rows, of, asOf, sums: sumsOver } = await inSlices(directory.members(filter));
  const sums = await inSlices(sumsOver(type === 'all' ? directoryPeriods[0] : type));
  const count = rows.length;
  return {
    asOf: formatTime(asOf),
    membersAsOf: formatTime(asOf),
    count,
    of,
    unknown: count - sums.known,
    notFound: await inSlices(unknownIds(filter, directory)),
    from: null,
    total: sums.known === 0 && count > 0 ? null : sums.total,
    change: type === 'all' ? null : sums.change,
    flow: null,
    return: null,
    histories: { read: type === 'all' ? 0 : count - sums.unknown, of: count },
    ...incompleteOf(feed),
    reason,
  };
}
