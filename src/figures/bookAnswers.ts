import type { Context } from 'hono';
import { flowOf } from '#analytics/performance.ts';
import { Sum, sumOf, weightOf } from '#analytics/weights.ts';
import {
  bookPartCsvKinds,
  type BookContribution,
  type BookFlows,
  type BookPart,
  type BookPartKind,
} from '#contract/book.ts';
import { csvText } from '#contract/csv.ts';
import { defaultDirectoryRows } from '#contract/directoryParameters.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { getBookContribution, getBookFlows } from '#contract/operations/book.ts';
import { formatTime } from '#contract/time.ts';
import { headOf, isLeftOut } from '#directory/directoryCsv.ts';
import type { DirectoryFeed } from '#directory/directoryFeed.ts';
import { checkFormat, csvHeaders } from '#directory/requests.ts';
import type { Book } from './book.ts';
import type { HeldBook } from './bookHeld.ts';
import type { BookPartSums } from './bookParts.ts';
import { mergedTokens, totalsOver, type TokenColumns } from './heldOver.ts';

/** Answers the deposits and withdrawals of each UTC month of a period. */
export async function answerBookFlows(
  c: Context,
  book: Book,
  type: HistoryType,
  query: QueryOf<typeof getBookFlows>,
): Promise<BookFlows | Response> {
  checkFormat({ ...query, offset: undefined, limit: undefined });
  const held = await book.held({ type });
  const months = held === null ? [] : await monthlyFlows(book, type, held);
  if (query.format !== 'csv') return { ...book.head(held), months };
  const { asOf } = book.head(held);
  const isHidden = isLeftOut('money', query.figures);
  const heads = isHidden
    ? []
    : (['in', 'out', 'net'] as const).map((name) => headOf(name, 'money', query.unit));
  const rows = months.map(({ period, in: deposits, out, net }) => [
    period,
    ...(isHidden ? [] : [deposits, out, net]),
    asOf,
  ]);
  return c.body(csvText(['period', ...heads, 'asOf'], rows), 200, csvHeaders);
}

async function monthlyFlows(
  book: Book,
  type: HistoryType,
  held: HeldBook,
): Promise<BookFlows['months']> {
  const { deposits, withdrawals } = await book.parts({ type }, held);
  const months = new Map<string, { in: Sum; out: Sum }>();
  for (const [record, at] of held.grid.times.entries()) {
    const period = formatTime(at).slice(0, 'yyyy-mm'.length);
    const month = months.get(period) ?? { in: new Sum(), out: new Sum() };
    month.in.add(deposits[record] ?? 0);
    month.out.add(withdrawals[record] ?? 0);
    months.set(period, month);
  }
  return Array.from(months, ([period, month]) => ({
    period,
    in: month.in.value,
    out: month.out.value,
    net: month.in.value - month.out.value,
  }));
}

interface ContributionRequest {
  readonly query: QueryOf<typeof getBookContribution>;
  readonly feed: DirectoryFeed;
}

/** Answers what each thematic, token or user adds to the change of a book's value. */
export async function answerBookContribution(
  c: Context,
  book: Book,
  type: HistoryType,
  { query, feed }: ContributionRequest,
): Promise<BookContribution | Response> {
  checkFormat(query);
  const { by = 'thematic' } = query;
  const held = await book.held({ type });
  const totals = held === null ? new Float64Array(0) : totalsOver(held);
  const [first = null] = totals;
  const last = totals.at(-1) ?? null;
  const parts = held === null ? [] : await partsBy[by](book, type, held, feed);
  const rows = parts
    .map((part): BookPart => ({ ...part, share: weightOf(part.change, first) }))
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.id < b.id ? -1 : 1));
  if (query.format === 'csv') return csv(c, rows, book.head(held).asOf, query);
  const change = first === null || last === null ? null : last - first;
  const sum = (of: (row: BookPart) => number) => (change === null ? null : sumOf(rows.map(of)));
  const { offset = 0, limit = defaultDirectoryRows } = query;
  const times = held?.grid.times ?? new Float64Array(0);
  return {
    ...book.head(held),
    by,
    from: times[0] === undefined ? null : formatTime(times[0]),
    to: times[0] === undefined ? null : formatTime(times.at(-1) ?? times[0]),
    step: held?.span.step ?? null,
    first,
    last,
    price: sum(({ price }) => price),
    amount: sum(({ amount }) => amount),
    change,
    residual: change === null ? null : change - (sum((row) => row.change) ?? 0),
    parts: rows.length,
    offset,
    rows: rows.slice(offset, offset + limit),
  };
}

interface Part {
  readonly id: string;
  readonly name: string | null;
  readonly first: number;
  readonly last: number;
  readonly price: number;
  readonly amount: number;
  readonly change: number;
}

const partsBy: Readonly<
  Record<
    BookPartKind,
    (book: Book, type: HistoryType, held: HeldBook, feed: DirectoryFeed) => Promise<Part[]>
  >
> = {
  async token(book, _, held) {
    return mergedTokens(held).map((token) =>
      partOf(
        { id: token.token, name: book.prices.token(token.token)?.name ?? null },
        sumsOfToken(token),
      ),
    );
  },
  async thematic(book, type, held, feed) {
    const { thematics } = await book.parts({ type }, held);
    const names = await feed.names('thematic');
    return Array.from(thematics, ([number, sums]) => {
      const id = book.directory.tables.holdings.thematics.all[number] ?? '';
      return partOf({ id, name: names.get(id) ?? null }, sums);
    });
  },
  async user(book, type, held) {
    const { users, rows } = await book.parts({ type }, held);
    const { people } = book.directory.tables;
    return users.flatMap((sums, index) => {
      const rowIndex = rows[index] ?? 0;
      // A user may have been removed since.
      return people.present[rowIndex] === 1
        ? partOf({ id: people.id(rowIndex), name: people.name(rowIndex) }, sums)
        : [];
    });
  },
};

function partOf(named: Pick<Part, 'id' | 'name'>, { first, last, flow }: BookPartSums): Part {
  const change = last - first;
  return { ...named, first, last, price: change - flow, amount: flow, change };
}

function sumsOfToken({ amounts, prices }: TokenColumns): BookPartSums {
  const flow = new Sum();
  for (let t = 1; t < amounts.length; t++) {
    flow.add(
      flowOf([amounts[t - 1] ?? NaN, amounts[t] ?? NaN], [prices[t - 1] ?? NaN, prices[t] ?? NaN]),
    );
  }
  const valueAt = (record: number) => {
    const value = (amounts.at(record) ?? NaN) * (prices.at(record) ?? NaN);
    return Number.isNaN(value) ? 0 : value;
  };
  return { first: valueAt(0), last: valueAt(-1), flow: flow.value };
}

function csv(
  c: Context,
  rows: readonly BookPart[],
  asOf: string,
  { figures, unit }: ContributionRequest['query'],
): Response {
  const columns = Object.entries(bookPartCsvKinds).filter(([, kind]) => !isLeftOut(kind, figures));
  const heads = columns.map(([name, kind]) => headOf(name, kind, unit));
  const lines = rows.map((row) => [
    ...columns.map(([name]) => {
      const cell = row[name];
      return typeof cell === 'string' || typeof cell === 'number' ? cell : null;
    }),
    asOf,
  ]);
  return c.body(csvText([...heads, 'asOf'], lines), 200, csvHeaders);
}
