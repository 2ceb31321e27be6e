import { grouped } from '#contract/digits.ts';
import { bytesInWords } from '#contract/bytes.ts';
import { importFiles } from '#contract/operations/prices.ts';
import { problem, type Problem } from '#platform/http/problem.ts';
import type { TokenPrices } from '../prices/book.ts';
import { countChunks } from '../prices/chunks.ts';

/**
 * Limits of one import over all its files together, so that none takes more than some 300 MB of memory or a minute: a
 * small gzip file can unpack to endless rows, and a short row can have more columns than any market.
 */
export const importLimits = {
  parts: 1000,
  bytes: importFiles.body.limit,
  columns: 10_000,
  /** Cells of price rows, including empty ones. A price takes 16 bytes in memory, twice at the end. */
  cells: 4_000_000,
  /** Database rows: 4 kB each, however few prices they contain. */
  chunks: 30_000,
  thematicLines: 2000,
} as const;
export type LimitedQuantity = keyof typeof importLimits;

export interface Allowance {
  /** Uses up an amount; 413 too-large if that exceeds the rest, or the signal's reason once it is aborted. */
  take(what: LimitedQuantity, count: number): void;
}

const words: Record<LimitedQuantity, (limit: number) => string> = {
  parts: (limit) => `has more than ${grouped(limit)} parts`,
  bytes: (limit) => `unpacks to more than ${bytesInWords(limit)}`,
  columns: (limit) => `has more than ${grouped(limit)} columns of prices`,
  cells: (limit) => `has more than ${grouped(limit)} price cells, including empty ones`,
  chunks: (limit) => `has more than ${grouped(limit)} blocks of prices (one token, 512 steps)`,
  thematicLines: (limit) => `has more than ${grouped(limit)} lines of thematics`,
};

interface AllowanceOptions {
  readonly subject: string;
  readonly limits?: Readonly<Record<LimitedQuantity, number>>;
  readonly signal?: AbortSignal | undefined;
}

export function createAllowance({
  subject,
  limits = importLimits,
  signal,
}: AllowanceOptions): Allowance {
  const left: Record<LimitedQuantity, number> = { ...limits };
  return {
    take(what, count) {
      signal?.throwIfAborted();
      left[what] -= count;
      if (left[what] < 0) throw overLimit(subject, what, limits[what]);
    },
  };
}

export function overLimit(subject: string, what: LimitedQuantity, limit: number): Problem {
  return problem(
    'too-large',
    `This ${subject} ${words[what](limit)}, the limit. Nothing was imported: split it into several.`,
  );
}

export function takeChunks(prices: readonly TokenPrices[], allowance: Allowance): void {
  for (const ofToken of prices) allowance.take('chunks', countChunks(ofToken, ofToken.step));
}
