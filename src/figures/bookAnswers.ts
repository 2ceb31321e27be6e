import type { Context } from 'hono';
import { Concentration } from '#analytics/concentration.ts';
import { flowOf } from '#analytics/performance.ts';
import { positionTotal } from '#analytics/valuation.ts';
import { Sum, sumOf, weightOf } from '#analytics/weights.ts';
import {
  bookPartCsvKinds,
  type BookConcentration,
  type BookContribution,
  type BookFlows,
  type BookPart,
  type BookPartKind,
} from '#contract/book.ts';
import { csvText } from '#contract/csv.ts';
import { defaultDirectoryRows } from '#contract/directoryParameters.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { getBookContribution, getBookFlows } from '#contract/operations/book.ts';
import { formatTime } from '#contract/time.ts';
import { headOf, isLeftOut, rowStream } from '#directory/directoryCsv.ts';
import type { DirectoryFeed } from '#directory/directoryFeed.ts';
import { checkFormat, csvHeaders } from '#directory/requests.ts';
import { inSlices } from '#directory/slices.ts';
import { sortByNumber } from '#directory/sorting.ts';
import type { Book } from './book.ts';
import type { BookPeriod, HeldBook } from './bookHeld.ts';
import { isMonthStart, partColumns, type PartColumns } from './bookParts.ts';
import { mergedTokens, totalsOver, type TokenColumns } from './heldOver.ts';

/** Answers the deposits and withdrawals of each UTC month of a period. */
export async function answerBookFlows(
  c: Context,
  book: Book,
  during: BookPeriod,
  query: QueryOf<typeof getBookFlows>,
): Promise<BookFlows | Response> {
  checkFormat({ ...query, offset: undefined, limit: undefined });
  const held = await book.held(during);
  const months = held === null ? [] : await monthlyFlows(book, during, held);
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
  during: BookPeriod,
  held: HeldBook,
): Promise<BookFlows['months']> {
  const { times, deposits, withdrawals } = await book.parts(during, held);
  const months = new Map<string, { in: Sum; out: Sum }>();
  for (const [index, at] of times.entries()) {
    const period = formatTime(at).slice(0, 'yyyy-mm'.length);
    const month = months.get(period) ?? { in: new Sum(), out: new Sum() };
    month.in.add(deposits[index] ?? 0);
    month.out.add(withdrawals[index] ?? 0);
    months.set(period, month);
  }
  const rows = Array.from(months, ([period, month]) => ({
    period,
    in: month.in.value,
    out: month.out.value,
    net: month.in.value - month.out.value,
  }));
  const last = rows.at(-1);
  // A period that ends when a month begins is not of that month, except for what is recorded at that instant.
  const isOver = rows.length > 1 && isMonthStart(times.at(-1) ?? Number.NaN);
  return isOver && last?.in === 0 && last.out === 0 ? rows.slice(0, -1) : rows;
}

interface ContributionRequest {
  readonly query: QueryOf<typeof getBookContribution>;
  readonly feed: DirectoryFeed;
}

/** Answers what each thematic, token or user adds to the change of a book's value. */
export async function answerBookContribution(
  c: Context,
  book: Book,
  during: BookPeriod,
  { query, feed }: ContributionRequest,
): Promise<BookContribution | Response> {
  checkFormat(query);
  const { by = 'thematic' } = query;
  const held = await book.held(during);
  const totals = held === null ? new Float64Array(0) : totalsOver(held);
  const [first = null] = totals;
  const last = totals.at(-1) ?? null;
  const parts = held === null ? noParts : await partsBy[by](book, during, held, feed);
  const changes = parts.columns.first.map((value, i) => (parts.columns.last[i] ?? NaN) - value);
  const order = await inSlices(
    sortByNumber(
      Uint32Array.from(changes, (_, index) => index),
      changes.map((one) => -Math.abs(one)),
    ),
  );
  const rows = (from: number, to: number) =>
    Array.from(order.subarray(from, to), (index) => rowOf(parts, index, first));
  if (query.format === 'csv') {
    return csv(c, { count: order.length, rows, asOf: book.head(held).asOf }, query);
  }
  const change = first === null || last === null ? null : last - first;
  const sum = sumOf(changes);
  const amount = sumOf(parts.columns.flow);
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
    price: change === null ? null : sum - amount,
    amount: change === null ? null : amount,
    change,
    residual: change === null ? null : change - sum,
    parts: order.length,
    concentration: await inSlices(concentrationOf(parts)),
    offset,
    rows: rows(offset, offset + limit),
  };
}

/** Parts in columns; the order of equal ones is stable. */
interface NamedParts {
  readonly columns: PartColumns;
  readonly nameOf: (index: number) => Pick<BookPart, 'id' | 'name'>;
}

const noParts: NamedParts = { columns: partColumns(0), nameOf: () => ({ id: '', name: null }) };

const partsBy: Readonly<
  Record<
    BookPartKind,
    (book: Book, during: BookPeriod, held: HeldBook, feed: DirectoryFeed) => Promise<NamedParts>
  >
> = {
  async token(book, _, held) {
    const tokens = mergedTokens(held);
    const columns = partColumns(tokens.length);
    for (const [index, token] of tokens.entries()) writeToken(columns, index, token);
    return {
      columns,
      nameOf(index) {
        const id = tokens[index]?.token ?? '';
        return { id, name: book.prices.token(id)?.name ?? null };
      },
    };
  },
  async thematic(book, during, held, feed) {
    const { thematics: columns, heldThematics } = await book.parts(during, held);
    const names = await feed.names('thematic');
    const ids = book.directory.tables.holdings.thematics.all;
    return {
      columns,
      nameOf(index) {
        const id = ids[heldThematics[index] ?? -1] ?? '';
        return { id, name: names.get(id) ?? null };
      },
    };
  },
  async user(book, during, held) {
    const { users: columns, rows } = await book.parts(during, held);
    const { people } = book.directory.tables;
    return {
      columns,
      nameOf(index) {
        const rowIndex = rows[index] ?? 0;
        return { id: people.id(rowIndex), name: people.name(rowIndex) };
      },
    };
  },
};

const largestParts = 10;

function* concentrationOf({ columns, nameOf }: NamedParts): Generator<void, BookConcentration> {
  const all = new Concentration(largestParts);
  for (const [index, last] of columns.last.entries()) {
    all.add(index, last);
    if (index % 4096 === 4095) yield;
  }
  const { noShares, largest, hhi } = all;
  return {
    noShares,
    largest: largest && { ...nameOf(largest.part), share: largest.share },
    topTen: all.largestShares,
    hhi,
  };
}

function rowOf({ columns, nameOf }: NamedParts, index: number, base: number | null): BookPart {
  const [first, last] = [columns.first[index] ?? NaN, columns.last[index] ?? NaN];
  const amount = columns.flow[index] ?? NaN;
  const change = last - first;
  const share = weightOf(change, base);
  return { ...nameOf(index), first, last, price: change - amount, amount, change, share };
}

function writeToken(into: PartColumns, index: number, { amounts, prices }: TokenColumns): void {
  const flow = new Sum();
  for (let t = 1; t < amounts.length; t++) {
    flow.add(
      flowOf([amounts[t - 1] ?? NaN, amounts[t] ?? NaN], [prices[t - 1] ?? NaN, prices[t] ?? NaN]),
    );
  }
  into.first[index] = positionTotal(amounts[0] ?? 0, prices[0] ?? null);
  into.last[index] = positionTotal(amounts.at(-1) ?? 0, prices.at(-1) ?? null);
  into.flow[index] = flow.value;
}

interface CsvParts {
  readonly count: number;
  readonly asOf: string;
  readonly rows: (from: number, to: number) => BookPart[];
}

function csv(
  c: Context,
  { count, rows, asOf }: CsvParts,
  { figures, unit }: QueryOf<typeof getBookContribution>,
): Response {
  const columns = Object.entries(bookPartCsvKinds).filter(([, kind]) => !isLeftOut(kind, figures));
  const heads = columns.map(([name, kind]) => headOf(name, kind, unit));
  const stream = rowStream([...heads, 'asOf'], count, (from, to) =>
    rows(from, to).map((row) => [
      ...columns.map(([name]) => {
        const cell = row[name];
        return typeof cell === 'string' || typeof cell === 'number' ? cell : null;
      }),
      asOf,
    ]),
  );
  return c.body(stream, 200, csvHeaders);
}
