import type { PriceColumns } from './track.ts';

/** Instants in a stored chunk: one row of the database holds that many prices of one token at one resolution. */
const chunkLength = 512;

/** Prices of one chunk by place, NaN a hole. */
export type Chunk = Float64Array<ArrayBuffer>;

/** Spreads ascending prices over chunks by their numbers. */
export function toChunks({ times, prices }: PriceColumns, step: number): Map<number, Chunk> {
  const chunks = new Map<number, Chunk>();
  times.forEach((at, index) => {
    const place = at / step;
    const number = Math.floor(place / chunkLength);
    const chunk = chunks.get(number) ?? new Float64Array(chunkLength).fill(Number.NaN);
    chunk[place - number * chunkLength] = prices[index] ?? Number.NaN;
    chunks.set(number, chunk);
  });
  return chunks;
}

/** The prices of a chunk with their instants, holes left out. */
export function fromChunk(number: number, step: number, chunk: Chunk): PriceColumns {
  const times = new Float64Array(chunkLength);
  const prices = new Float64Array(chunkLength);
  let told = 0;
  chunk.forEach((price, place) => {
    if (Number.isNaN(price)) return;
    times[told] = (number * chunkLength + place) * step;
    prices[told] = price;
    told += 1;
  });
  return { times: times.subarray(0, told), prices: prices.subarray(0, told) };
}

// Chunks travel as base64: the embedded engine takes a millisecond to read one as bytes, and a tenth of that as text.

/** A chunk as the database keeps it, little-endian, written as base64. */
export function encodeChunk(chunk: Chunk): string {
  const bytes = Buffer.alloc(chunkLength * 8);
  chunk.forEach((price, place) => bytes.writeDoubleLE(price, place * 8));
  return bytes.toString('base64');
}

export function decodeChunk(base64: string): Chunk {
  const bytes = Buffer.from(base64, 'base64');
  const chunk = new Float64Array(chunkLength);
  for (let place = 0; place < chunkLength; place++) chunk[place] = bytes.readDoubleLE(place * 8);
  return chunk;
}
