import type { Database, Queries } from '../database/database.ts';
import type { EventLog, NewEvent } from '../events/log.ts';
import { problem } from '../problem.ts';
import { makeSamples, removeSamples } from '../samples/make.ts';
import { thematicEvent, writeThematic } from '../thematics/define.ts';
import { createLevelBook } from '../thematics/levels.ts';
import { readThematics } from '../thematics/store.ts';
import { thematicView } from '../thematics/view.ts';
import { pricesAt } from '../wallets/value.ts';
import type { TokenPrices } from './book.ts';
import { clearSimulated, readSimulatedThematics } from './clearing.ts';
import { combineTables } from './combine.ts';
import { readCsv } from './csv.ts';
import type { NamedBytes } from './csvRows.ts';
import { createFaults } from './faults.ts';
import { defineThematics, type DefinedThematics } from './importThematics.ts';
import type { Market, MarketToken } from './market.ts';
import type { PriceTable } from './priceCsv.ts';
import { countRevision, lockPrices, readTokens, savePrices, saveTokens } from './store.ts';
import { readStoredMarket, type StoredMarket } from './stored.ts';
import { summarise, type Imported } from './summary.ts';
import type { ThematicTable } from './thematicCsv.ts';

/** How far an import has come: with what, how much of it, and of how much where that is known. */
export type ImportProgress = (progress: string, done: number, of: number | null) => void;

export interface ImportOptions {
  readonly database: Database;
  /** The market in use: an import takes its place. */
  readonly market: Market;
  readonly files: AsyncIterable<NamedBytes> | Iterable<NamedBytes>;
  /** Drop what users hold in the simulated market. */
  readonly replace: boolean;
  readonly clock: () => number;
  readonly events: EventLog;
  readonly progress?: ImportProgress;
}

/** The market as it is after an import, and what was done, in words. */
export interface ImportResult {
  readonly market: StoredMarket;
  readonly summary: string[];
  readonly changed: boolean;
}

/** What the files hold, checked. */
interface Read extends DefinedThematics {
  readonly tables: (PriceTable | ThematicTable)[];
  readonly prices: TokenPrices[];
  /** Tokens with the names they are to have. */
  readonly tokens: MarketToken[];
}

/**
 * Brings prices and thematics of files in: all or nothing, in one transaction, and the same files again change nothing.
 * 422 invalid-prices or invalid-thematic with the faults of all files; 409 holdings-in-the-way.
 */
export async function importFiles(options: ImportOptions): Promise<ImportResult> {
  const progress = options.progress ?? (() => {});
  const read = await readFiles(options, progress);
  const { imported } = await options.database.transaction(async (tx) => ({
    imported: await write(tx, read, options, progress),
  }));
  return { market: imported.market, summary: summarise(imported), changed: imported.changed };
}

async function readFiles(
  { database, files, clock }: ImportOptions,
  progress: ImportProgress,
): Promise<Read> {
  const faults = createFaults();
  const tables: Read['tables'] = [];
  const now = clock();
  for await (const file of files) {
    progress(`Reading ${file.name}`, 0, null);
    const table = await readCsv(file, faults, {
      now,
      progress: (rows) => progress(`Reading ${file.name}`, rows, null),
    });
    if (table !== null) tables.push(table);
  }
  if (tables.length === 0 && faults.count === 0) {
    throw problem('invalid-prices', 'There is no file to import.');
  }
  const prices = combineTables(
    tables.filter((table) => table.kind === 'prices'),
    faults,
  );
  const stored = await readTokens(database.queries);
  const names = new Map(stored.map(({ _id, name }) => [_id, name]));
  for (const { tokenId } of prices) names.set(tokenId, names.get(tokenId) ?? tokenId);
  const { thematics, tokens: named } = defineThematics(
    tables.filter((table) => table.kind === 'thematics'),
    (symbol) => names.has(symbol),
    faults,
  );
  faults.check();
  for (const { _id, name } of named) names.set(_id, name);
  const tokens = Array.from(names, ([symbol, name]) => ({ _id: symbol, symbol, name }));
  return { tables, prices, thematics, tokens };
}

async function write(
  tx: Queries,
  read: Read,
  options: ImportOptions,
  progress: ImportProgress,
): Promise<Imported> {
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
  const prices = await savePrices(tx, read.prices, (done) =>
    progress('Writing prices', done, read.prices.length),
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
    progress: (done) => progress('Making sample users', done, samples),
  });
  await options.events.append(tx, at, [...cleared.events, ...events]);
  const rows = await readThematics(tx);
  return {
    tables: read.tables,
    market,
    prices,
    tokensWritten,
    thematics,
    inThematics: new Set(rows.flatMap(({ tokens }) => tokens.map(({ token }) => token))),
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
  const levels = createLevelBook(market);
  const prices = pricesAt(market, market.asOf());
  const counts = { created: 0, updated: 0, kept: 0 };
  const events: NewEvent[] = [];
  for (const thematic of defined) {
    const description = descriptions.get(thematic.id) ?? '';
    const written = await writeThematic(tx, { ...thematic, description }, at);
    counts[written.outcome] += 1;
    if (written.outcome === 'kept') continue;
    const view = thematicView(market, levels, prices, written.row);
    events.push(thematicEvent(written.outcome, written.before, view));
  }
  return { ...counts, events };
}
