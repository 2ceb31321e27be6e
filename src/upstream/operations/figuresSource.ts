import type { HistoryType } from '#contract/historyType.ts';
import { responseNotesHeader } from '#contract/responseNotes.ts';
import type { Token } from '#contract/token.ts';
import type { OpenFigures, ReportedHistory } from '#figures/source.ts';
import { asOfAt } from '#platform/http/asOf.ts';
import { thematicNotFound } from '#platform/http/notFound.ts';
import { problem } from '#platform/http/problem.ts';
import { inWords } from '../reading/findingTexts.ts';
import { notReported } from '../reading/notReported.ts';
import type { ForeignToken } from '../reading/read.ts';
import { betterToken } from '../sync/walletTokens.ts';
import { isFolder, readKnownThematic, readKnownWallets } from './known.ts';
import { inTime, noteFaults, noteUnread, readListedThematics } from './listedThematics.ts';
import { createReader, type ConnectedService, type ForeignReader } from './reader.ts';
import { pastHistory } from './pastHistory.ts';
import type { ReportedFigures } from './thematicFigures.ts';
import { isOfPrice, tokenFrom } from './views.ts';
import { readLine, readWalletLine, type Records } from './walletLines.ts';

/** Provides values and levels as the connected service reports them, and current tokens. */
export function createReportedSource(
  connection: ConnectedService,
  figures: ReportedFigures,
): OpenFigures {
  return (requested) => {
    const present = connection.clock();
    const asOf = asOfAt(requested, { asOf: present, tickSeconds: null });
    const reader = createReader(connection);
    const past = pastHistory(requested === undefined ? undefined : asOf, present);
    const cut = <History extends ReportedHistory>(history: History, type: HistoryType): History => {
      const [from, to] = past.range(history.times, type);
      const { times, totals } = history;
      return { ...history, times: times.subarray(from, to), totals: totals.subarray(from, to) };
    };
    return {
      holdings: {
        reason: notReported.holdings,
        values: async ({ user: id, thematic }, type) => {
          if (thematic !== undefined && isFolder(thematic)) throw thematicNotFound(thematic);
          const line = { id, thematic, type: past.reads(type) };
          return cut(columnsOf(await readLine(reader, line)), type);
        },
        walletValues: async (user, type) => {
          const { all, wallets } = await readWalletValues(reader, user, past.reads(type));
          return { all: cut(all, type), wallets: wallets.map((one) => cut(one, type)) };
        },
      },
      definitions: {
        reason: notReported.definitions,
        levelsOf: async (id, type) => {
          if (isFolder(id)) throw thematicNotFound(id);
          const { name } = await readKnownThematic(reader, id);
          const line = await figures.levelsOf(id, past.reads(type), 'person');
          noteFaults(reader, [line]);
          return cut({ name: name ?? id, times: line.times, totals: line.levels }, type);
        },
        reportedLevels: async (type) => {
          const levels = await readLevels(connection, reader, figures, past.reads(type));
          return levels.map((one) => cut(one, type));
        },
      },
      prices: { reason: notReported.prices },
      asOf: () => asOf,
      tokens() {
        if (requested !== undefined) throw problem('not-offered', notReported.prices);
        return readReportedTokens(connection, reader);
      },
      headers: () => ({ [responseNotesHeader]: reader.header() }),
    };
  };
}

const columnsOf = (records: Records): ReportedHistory => ({
  times: Float64Array.from(records, ({ at }) => at),
  totals: Float64Array.from(records, ({ total }) => total ?? NaN),
});

async function readWalletValues(reader: ForeignReader, id: string, type: HistoryType) {
  const [all, { value: wallets }] = await Promise.all([
    readLine(reader, { id, type }),
    readKnownWallets(reader, id),
  ]);
  const thematics = wallets.flatMap(({ thematic }) => thematic?.id ?? []);
  return {
    all: columnsOf(all),
    wallets: await Promise.all(
      thematics.map(async (thematic) => ({
        thematicId: thematic,
        ...columnsOf(await readWalletLine(reader, { id, type, thematic })),
      })),
    ),
  };
}

async function readLevels(
  connection: ConnectedService,
  reader: ForeignReader,
  figures: ReportedFigures,
  type: HistoryType,
) {
  const thematics = await readListedThematics(connection, reader);
  const lines = await inTime(
    thematics.map(({ id }) => figures.levelsOf(id, type, 'background')),
    connection.onChange,
  );
  reader.leaveOut(isOfPrice);
  noteUnread(reader, 'lines of thematics', lines);
  noteFaults(reader, lines);
  const nothing = new Float64Array(0);
  return thematics.map(({ id: thematicId }, index) => {
    const { times = nothing, levels = nothing } = lines[index] ?? {};
    return { thematicId, times, totals: levels };
  });
}

export async function readReportedTokens(
  connection: ConnectedService,
  reader: ForeignReader,
): Promise<Token[]> {
  const thematics = await readListedThematics(connection, reader);
  const ofThematics = thematics.flatMap(({ tokens }) => tokens?.map(({ token }) => token) ?? []);
  const ofWallets = await connection.sync.tokens();
  const known = new Map<string, ForeignToken>();
  for (const token of [...ofThematics, ...ofWallets.values()]) {
    known.set(token.id, betterToken(known.get(token.id) ?? token, token));
  }
  const tokens = [...known.values()];
  if (tokens.every(({ price }) => price !== null)) reader.leaveOut(isOfPrice);
  const derived = tokens.filter(({ isPriceDerived }) => isPriceDerived);
  if (derived.length > 0) reader.note(derivedFrom(derived));
  return tokens.map(tokenFrom);
}

const derivedFrom = (tokens: readonly ForeignToken[]): string => {
  const names = inWords(tokens.map(({ id, symbol }) => symbol ?? id));
  return `Prices that are derived from wallets, total ÷ amount: ${names}.`;
};
