import type { Database, Queries } from '#platform/database/database.ts';
import type { EventLog } from '../events/log.ts';
import type { NewEvent } from '../events/message.ts';
import { problem } from '#platform/http/problem.ts';
import { makeSamples, removeSamples } from '../samples/make.ts';
import { thematicEvent, writeThematic } from '../portfolio/defineThematic.ts';
import { createLevelBook, tokensAt } from '#figures/levels.ts';
import { readThematics } from '../portfolio/thematicStore.ts';
import { thematicView } from '../portfolio/thematicView.ts';
import { pricesAt } from '../portfolio/walletView.ts';
import type { TokenPrices } from '../prices/book.ts';
import { clearSimulated, readSimulatedThematics } from './clearing.ts';
import { createCombined } from './combine.ts';
import { readCsv } from './csv.ts';
import type { NamedBytes } from './csvRows.ts';
import { createFaults } from './importFaults.ts';
import { createAllowance, takeChunks } from './importLimits.ts';
import { defineThematics, type DefinedThematics } from './importThematics.ts';
import type { Market, MarketToken } from '../prices/market.ts';
import {
  countRevision,
  lockPrices,
  readTokens,
  savePrices,
  saveTokens,
} from '../prices/priceStore.ts';
import { readStoredMarket, type StoredMarket } from '../prices/stored.ts';
import { summarise, summaryOf, type Imported, type ImportedTable } from './importSummary.ts';
import type { ThematicTable } from './thematicCsv.ts';

/** Events travel as one text. */
const eventsPerAppend = 1000;

/** Progress of an import: the step, the amount done, and the total if it is known. */
export type ImportProgress = (progress: string, done: number, of: number | null) => void;

export interface ImportOptions {
  readonly database: Database;
  /** The market in use, which the import replaces. */
  readonly market: Market;
  readonly files: AsyncIterable<NamedBytes> | Iterable<NamedBytes>;
  /** Remove the users' holdings in the simulated market. In a form this may follow the files. */
  readonly replace: boolean | Promise<boolean>;
  readonly clock: () => number;
  readonly events: EventLog;
  readonly progress?: ImportProgress;
  readonly onChecked?: () => void;
  /** Records the summary, last in the transaction. */
  readonly record: (tx: Queries, summary: readonly string[]) => Promise<void>;
  /** Stops the import; nothing is imported then. */
  readonly signal?: AbortSignal;
}

export interface ImportResult {
  readonly market: StoredMarket;
  readonly summary: string[];
  readonly changed: boolean;
}

export interface ReadFiles extends DefinedThematics {
  readonly tables: readonly ImportedTable[];
  /** Emptied while writing: the stored market then holds them too. */
  readonly prices: TokenPrices[];
  readonly tokens: readonly MarketToken[];
}

/**
 * Parses files, one at a time. 422 invalid-prices or invalid-thematic with the faults of all files; 413 too-large
 * above the limits of one import.
 */
export async function readFiles({
  database,
  files,
  clock,
  progress = () => {},
  signal,
}: ImportOptions): Promise<ReadFiles> {
  const allowance = createAllowance({ subject: 'import', signal });
  const faults = createFaults();
  const combined = createCombined();
  const tables: ImportedTable[] = [];
  const thematicTables: ThematicTable[] = [];
  const now = clock();
  for await (const file of files) {
    allowance.take('parts', 1);
    progress(`Reading ${file.name}`, 0, null);
    const table = await readCsv(file, faults, {
      now,
      allowance,
      progress: (rows) => progress(`Reading ${file.name}`, rows, null),
    });
    if (table === null) continue;
    tables.push(summaryOf(table));
    if (table.kind === 'prices') combined.add(table, faults);
    else thematicTables.push(table);
  }
  if (tables.length === 0 && faults.count === 0) {
    throw problem('invalid-prices', 'There is no file to import.');
  }
  const { prices } = combined;
  takeChunks(prices, allowance);
  const stored = await readTokens(database.queries);
  const names = new Map(stored.map(({ _id, name }) => [_id, name]));
  for (const { tokenId } of prices) names.set(tokenId, names.get(tokenId) ?? tokenId);
  const { thematics, tokens: named } = defineThematics(
    thematicTables,
    (symbol) => names.has(symbol),
    faults,
  );
  faults.check();
  for (const { _id, name } of named) names.set(_id, name);
  const tokens = Array.from(names, ([symbol, name]) => ({ _id: symbol, symbol, name }));
  return { tables, prices, thematics, tokens };
}

/**
 * Writes the contents in one transaction: all or nothing, and the same files again change nothing. 409
 * holdings-in-the-way.
 */
export async function writeFiles(read: ReadFiles, options: ImportOptions): Promise<ImportResult> {
  const replace = await options.replace;
  const progress: ImportProgress = (...step) => {
    options.signal?.throwIfAborted();
    options.progress?.(...step);
  };
  return options.database.transaction(
    async (tx) => {
      const written = await write(tx, read, { ...options, replace, progress });
      options.signal?.throwIfAborted();
      const summary = summarise(written);
      await options.record(tx, summary);
      return { market: written.market, summary, changed: written.changed };
    },
    { isAlone: true },
  );
}

interface WriteOptions extends ImportOptions {
  readonly replace: boolean;
  readonly progress: ImportProgress;
}

async function write(tx: Queries, read: ReadFiles, options: WriteOptions): Promise<Imported> {
  const { progress } = options;
  const at = options.clock();
  await lockPrices(tx);
  const isFirst = (await readTokens(tx)).length === 0;
  const known = new Set(read.tokens.map(({ _id }) => _id));
  const simulated = await readSimulatedThematics(tx, (token) => known.has(token));
  const replaces = isFirst || simulated.length > 0;
  const samples = replaces ? await removeSamples(tx) : 0;
  const tokensWritten = await saveTokens(tx, read.tokens);
  const cleared = replaces
    ? await clearSimulated(tx, { ...options, thematicIds: simulated, at })
    : { users: 0, events: [] };
  options.onChecked?.();
  const count = read.prices.length;
  const prices = await savePrices(tx, read.prices.splice(0), (done) =>
    progress('Writing prices', done, count),
  );
  const marketChanged = tokensWritten + prices.added + prices.changed > 0;
  if (marketChanged) await countRevision(tx);
  const market = await readStoredMarket(tx, {
    clock: options.clock,
    tickSeconds: options.market.tickSeconds ?? 1,
  });
  const { events, ...thematics } = await writeThematics(tx, read.thematics, market, at);
  await makeSamples(tx, market, {
    count: samples,
    progress: (done) => progress('Creating sample users', done, samples),
  });
  const happened = [...cleared.events, ...events];
  for (let from = 0; from < happened.length; from += eventsPerAppend) {
    await options.events.publish(tx, at, happened.slice(from, from + eventsPerAppend));
  }
  const rows = await readThematics(tx);
  return {
    tables: read.tables,
    market,
    prices,
    tokensWritten,
    thematics,
    inThematics: new Set(
      rows.flatMap((row) => tokensAt(row, market.asOf()).map(({ token }) => token)),
    ),
    replaced: replaces ? { users: cleared.users, samples } : null,
    changed: marketChanged || replaces || thematics.created + thematics.updated > 0,
  };
}

async function writeThematics(
  tx: Queries,
  defined: DefinedThematics['thematics'],
  market: Market,
  at: number,
): Promise<{ created: number; updated: number; kept: number; events: NewEvent[] }> {
  const before = await readThematics(tx);
  const descriptions = new Map(before.map(({ id, description }) => [id, description]));
  const prices = pricesAt(market, market.asOf());
  const counts = { created: 0, updated: 0, kept: 0 };
  const events: NewEvent[] = [];
  for (const thematic of defined) {
    const description = descriptions.get(thematic.id) ?? '';
    const written = await writeThematic(tx, market, { ...thematic, description }, at);
    counts[written.outcome] += 1;
    if (written.outcome === 'kept') continue;
    // A separate book, because it caches the levels of every day since the first price.
    const view = thematicView(market, createLevelBook(market), prices, written.row);
    events.push(thematicEvent(written, view, market.asOf()));
  }
  return { ...counts, events };
}
