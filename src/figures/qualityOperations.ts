import { type Cell, csvRows } from '#contract/csv.ts';
import { defaultDirectoryRows } from '#contract/directoryParameters.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { HistoryType } from '#contract/historyType.ts';
import {
  getQuality,
  getThematicQuality,
  getTokenQuality,
  getUserQuality,
} from '#contract/operations/quality.ts';
import {
  flawUnits,
  qualityCsvKinds,
  type Flaw,
  type QualityCsvColumn,
  type QualityRow,
} from '#contract/quality.ts';
import { formatTime } from '#contract/time.ts';
import { differencesOf } from '#directory/differences.ts';
import type { Directory } from '#directory/directory.ts';
import {
  type DirectoryFeed,
  incompleteOf,
  responseNotesHeaders,
} from '#directory/directoryFeed.ts';
import { everyone } from '#directory/query.ts';
import { checkFormat, csvHeaders } from '#directory/requests.ts';
import { inSlices } from '#directory/slices.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { type Holders, qualityList, type QualityList, reportedFlaws } from './quality.ts';
import { qualityOfSeries, type SeriesName } from './seriesQuality.ts';
import { isNotKnown, type FiguresSource, type OpenFigures } from './source.ts';

type QualityRequest = QueryOf<typeof getQuality>;

/** Implements the operations about flaws in the data, in either mode. Leaves out those of tokens without past prices. */
export function qualityOperations(open: OpenFigures, feed: DirectoryFeed): Implementation[] {
  const ofTokens = implement(getTokenQuality, ({ params: { id, historyType }, query: { asOf } }) =>
    seriesOf(open(asOf), { of: 'token', id }, historyType),
  );
  return [
    implement(getQuality, async ({ query }, c) => {
      checkFormat({ ...query, unit: undefined });
      const source = open();
      const { list, ...about } = await listOf(source, feed);
      const headers = { ...source.headers(), ...responseNotesHeaders(feed) };
      if (query.format === 'csv') {
        return c.body(csvStream(list, about.asOf, query), 200, { ...csvHeaders, ...headers });
      }
      const { offset = 0, limit = defaultDirectoryRows } = query;
      const rows = list.rows(offset, offset + limit);
      return new Reply(200, { ...about, count: list.count, offset, rows }, headers);
    }),

    implement(getUserQuality, ({ params: { id, historyType }, query: { thematic, asOf } }) =>
      seriesOf(open(asOf), { of: 'wallets', set: { user: id, thematic } }, historyType),
    ),
    implement(getThematicQuality, ({ params: { id, historyType }, query: { asOf } }) =>
      seriesOf(open(asOf), { of: 'thematic', id }, historyType),
    ),
    ...(isNotKnown(open().prices) ? [] : [ofTokens]),
  ];
}

async function listOf(source: FiguresSource, feed: DirectoryFeed) {
  const directory = await feed.fresh();
  const [tokens, names, reported] = await Promise.all([
    source.tokens(),
    feed.names('thematic'),
    reportedFlaws(source),
  ]);
  const { definitions } = source;
  const known = isNotKnown(definitions) ? [] : await definitions.all();
  const thematics = Array.from(names, ([id, name]) => ({ id, name }));
  const { holders, ...exposure } = await holdersOf(directory);
  const list = await inSlices(
    qualityList(
      source,
      exposure.asOf,
      { tokens, thematics, definitions: known, reported },
      { holders, differences: await inSlices(differencesOf(directory.tables)) },
    ),
  );
  const reason = isNotKnown(source.prices) ? source.prices.reason : undefined;
  return {
    list,
    asOf: formatTime(exposure.asOf),
    checked: { tokens: tokens.length, thematics: thematics.length, users: exposure.users },
    ...(reason !== undefined && { reason }),
    ...incompleteOf(feed),
  };
}

async function holdersOf(directory: Directory) {
  const byToken = await inSlices(directory.expose('token', everyone));
  const byThematic = await inSlices(directory.expose('thematic', everyone));
  const countsOf = ({ held }: typeof byToken) => new Map(held.map((one) => [one.id, one.holders]));
  const holders: Holders = { tokens: countsOf(byToken), thematics: countsOf(byThematic) };
  return { holders, asOf: byToken.asOf, users: byToken.of };
}

const seriesOf = async (source: FiguresSource, name: SeriesName, type: HistoryType) =>
  new Reply(200, await qualityOfSeries(source, name, type), source.headers());

const rowsPerChunk = 500;
const encoder = new TextEncoder();

const cellOf: Record<QualityCsvColumn, (row: QualityRow, flaw: Flaw, asOf: string) => Cell> = {
  kind: ({ kind }) => kind,
  id: ({ id }) => id,
  name: ({ name }) => name,
  flaw: (_, { kind }) => kind,
  value: (_, { value }) => value,
  unit: (_, { kind }) => flawUnits[kind],
  at: (_, { at }) => at,
  parts: (_, { parts }) => parts.join('; '),
  users: ({ users }) => users,
  figures: ({ figures }) => figures.join('; '),
  asOf: (_row, _flaw, asOf) => asOf,
};
const isColumn = (it: string): it is QualityCsvColumn => Object.hasOwn(cellOf, it);
const columns = Object.keys(qualityCsvKinds).filter(isColumn);

/** A row for each flaw. Generated while it is read, because there may be as many as users. */
function csvStream(
  list: QualityList,
  asOf: string,
  { figures }: QualityRequest,
): ReadableStream<Uint8Array> {
  const shown = (flaw: Flaw): Flaw =>
    figures !== undefined && flawUnits[flaw.kind] === 'money' ? { ...flaw, value: null } : flaw;
  let from = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const lines: Cell[][] = list
          .rows(from, from + rowsPerChunk)
          .flatMap((row) =>
            row.flaws.map((flaw) =>
              columns.map((column) => cellOf[column](row, shown(flaw), asOf)),
            ),
          );
        if (from === 0) lines.unshift(columns);
        from += rowsPerChunk;
        controller.enqueue(encoder.encode(csvRows(lines)));
        if (from >= list.count) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
