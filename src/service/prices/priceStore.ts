import { and, asc, eq, sql } from 'drizzle-orm';
import type { Queries } from '#platform/database/database.ts';
import { priceChunks, tokens } from '#platform/database/schema/portfolio.ts';
import { counterNames, counters } from '#platform/database/schema/store.ts';
import type { PriceBook, TokenPrices } from './book.ts';
import { decodeChunk, encodeChunk, fromChunk, toChunks, type Chunk } from './chunks.ts';
import type { MarketToken } from './market.ts';
import type { Merged } from './track.ts';

const chunkBatchSize = 100;
const batchSize = 1000;

export async function lockPrices(tx: Queries): Promise<void> {
  await tx.select().from(counters).where(eq(counters.name, counterNames.market)).for('update');
}

/** The number of changes of stored prices and tokens. */
export async function readRevision(queries: Queries): Promise<number> {
  const [counter] = await queries
    .select()
    .from(counters)
    .where(eq(counters.name, counterNames.market));
  return counter?.value ?? 0;
}

export async function countRevision(tx: Queries): Promise<void> {
  await tx
    .update(counters)
    .set({ value: sql`${counters.value} + 1` })
    .where(eq(counters.name, counterNames.market));
}

export async function readTokens(queries: Queries): Promise<MarketToken[]> {
  const rows = await queries.select().from(tokens).orderBy(asc(tokens.id));
  return rows.map(({ id, symbol, name }) => ({ _id: id, symbol, name }));
}

/** Writes tokens; returns how many were new or renamed. */
export async function saveTokens(tx: Queries, known: readonly MarketToken[]): Promise<number> {
  let written = 0;
  for (let from = 0; from < known.length; from += batchSize) {
    const rows = known
      .slice(from, from + batchSize)
      .map(({ _id, symbol, name }) => ({ id: _id, symbol, name }));
    const changed = await tx
      .insert(tokens)
      .values(rows)
      .onConflictDoUpdate({
        target: tokens.id,
        set: { symbol: sql`excluded.symbol`, name: sql`excluded.name` },
        setWhere: sql`(${tokens.symbol}, ${tokens.name}) <> (excluded.symbol, excluded.name)`,
      })
      .returning({ id: tokens.id });
    written += changed.length;
  }
  return written;
}

/**
 * Writes prices under the lock of `lockPrices`; returns how many were new and how many were changed. Skips unchanged
 * chunks. Each token and resolution may occur once.
 */
export async function savePrices(
  tx: Queries,
  prices: readonly TokenPrices[],
  progress?: (done: number) => void,
): Promise<Merged> {
  const total = { added: 0, changed: 0 };
  let done = 0;
  for (const [step, ofStep] of Map.groupBy(prices, ({ step }) => step)) {
    let batch: ChunkRow[] = [];
    const save = async () => {
      const { added, changed } = await saveChunks(tx, step, batch);
      total.added += added;
      total.changed += changed;
      batch = [];
      progress?.(done);
    };
    for (const prices of ofStep) {
      for (const [number, chunk] of toChunks(prices, step)) {
        batch.push({ tokenId: prices.tokenId, number, chunk });
        if (batch.length === chunkBatchSize) await save();
      }
      done += 1;
    }
    if (batch.length > 0) await save();
  }
  return total;
}

const chunkColumns = {
  tokenId: priceChunks.tokenId,
  stepMs: priceChunks.stepMs,
  chunk: priceChunks.chunk,
  prices: sql<string>`encode(${priceChunks.prices}, 'base64')`,
};

interface ChunkRow {
  tokenId: string;
  number: number;
  chunk: Chunk;
}

async function saveChunks(tx: Queries, step: number, rows: readonly ChunkRow[]): Promise<Merged> {
  const before = await readChunks(tx, step, rows);
  const fresh: ChunkRow[] = [];
  let added = 0;
  let changed = 0;
  for (const row of rows) {
    const merged = mergeChunk(row.chunk, before.get(keyOf(row)));
    added += merged.added;
    changed += merged.changed;
    if (merged.added + merged.changed > 0) fresh.push(row);
  }
  await writeChunks(tx, step, fresh);
  return { added, changed };
}

async function readChunks(
  tx: Queries,
  step: number,
  rows: readonly ChunkRow[],
): Promise<Map<string, Chunk>> {
  const requested = JSON.stringify(rows.map(({ tokenId, number }) => ({ tokenId, number })));
  const existing = await tx
    .select(chunkColumns)
    .from(priceChunks)
    .where(
      and(
        eq(priceChunks.stepMs, step),
        sql`(${priceChunks.tokenId}, ${priceChunks.chunk}) IN (
          SELECT "tokenId", number
          FROM json_to_recordset(${requested}::json) AS wanted ("tokenId" text, number bigint))`,
      ),
    );
  return new Map(
    existing.map(({ tokenId, chunk, prices }) => [
      keyOf({ tokenId, number: chunk }),
      decodeChunk(prices),
    ]),
  );
}

function keyOf({ tokenId, number }: { tokenId: string; number: number }): string {
  return `${number} ${tokenId}`;
}

function mergeChunk(chunk: Chunk, before: Chunk | undefined): Merged {
  let added = 0;
  let changed = 0;
  chunk.forEach((price, place) => {
    const old = before?.[place] ?? Number.NaN;
    if (Number.isNaN(price)) chunk[place] = old;
    else if (Number.isNaN(old)) added += 1;
    else if (old !== price) changed += 1;
  });
  return { added, changed };
}

async function writeChunks(tx: Queries, step: number, rows: readonly ChunkRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(priceChunks)
    .values(
      rows.map(({ tokenId, number, chunk }) => ({
        tokenId,
        stepMs: step,
        chunk: number,
        prices: sql`decode(${encodeChunk(chunk)}, 'base64')`,
      })),
    )
    .onConflictDoUpdate({
      target: [priceChunks.tokenId, priceChunks.stepMs, priceChunks.chunk],
      set: { prices: sql`excluded.prices` },
    });
}

export async function readPrices(queries: Queries, book: PriceBook): Promise<void> {
  const place = sql`(${priceChunks.tokenId}, ${priceChunks.stepMs}, ${priceChunks.chunk})`;
  let after: { tokenId: string; stepMs: number; chunk: number } | undefined;
  do {
    const rows = await queries
      .select(chunkColumns)
      .from(priceChunks)
      .where(
        after === undefined
          ? undefined
          : sql`${place} > (${after.tokenId}, ${after.stepMs}, ${after.chunk})`,
      )
      .orderBy(asc(priceChunks.tokenId), asc(priceChunks.stepMs), asc(priceChunks.chunk))
      .limit(batchSize);
    for (const { tokenId, stepMs, chunk, prices } of rows) {
      const columns = fromChunk(chunk, stepMs, decodeChunk(prices));
      book.merge({ tokenId, step: stepMs, ...columns });
    }
    after = rows.length < batchSize ? undefined : rows.at(-1);
  } while (after !== undefined);
}
