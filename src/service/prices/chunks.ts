import type { TrackColumns } from './track.ts';

/** Instants per stored chunk: a database row holds this many prices of one token at one resolution. */
const chunkLength = 512;

/** Prices of one chunk by index, NaN for a gap. */
export type Chunk = Float64Array<ArrayBuffer>;

/** Spreads ascending prices over chunks, one at a time: they may need far more memory than the prices. */
export function* toChunks(
  { times, prices }: TrackColumns,
  step: number,
): Generator<readonly [number: number, chunk: Chunk]> {
  let number = Number.NaN;
  let chunk = emptyChunk();
  for (const [index, at] of times.entries()) {
    const place = at / step;
    const own = Math.floor(place / chunkLength);
    if (own !== number) {
      if (!Number.isNaN(number)) yield [number, chunk];
      number = own;
      chunk = emptyChunk();
    }
    chunk[place - number * chunkLength] = prices[index] ?? Number.NaN;
  }
  if (!Number.isNaN(number)) yield [number, chunk];
}

const emptyChunk = (): Chunk => new Float64Array(chunkLength).fill(Number.NaN);

export function countChunks({ times }: TrackColumns, step: number): number {
  let count = 0;
  let last = Number.NaN;
  for (const at of times) {
    const number = Math.floor(at / step / chunkLength);
    if (number !== last) count += 1;
    last = number;
  }
  return count;
}

export function fromChunk(number: number, step: number, chunk: Chunk): TrackColumns {
  const times = new Float64Array(chunkLength);
  const prices = new Float64Array(chunkLength);
  let count = 0;
  chunk.forEach((price, place) => {
    if (Number.isNaN(price)) return;
    times[count] = (number * chunkLength + place) * step;
    prices[count] = price;
    count += 1;
  });
  return { times: times.subarray(0, count), prices: prices.subarray(0, count) };
}

// Chunks travel as base64: PGlite takes a millisecond to read one as bytes, and a tenth of that as text.

/** A chunk in the database's format, little-endian, encoded as base64. */
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
