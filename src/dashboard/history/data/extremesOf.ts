import { type Blocks, blocksOf, type Extremes, extremesWithin } from '#analytics/extremes.ts';

const columns = new WeakMap<ArrayBufferLike, Blocks>();
const found = new WeakMap<Float64Array, { readonly extremes: Extremes | null }>();

/**
 * The extremes of a column or of a window of one. A column is read once, whatever is zoomed into of it; a window is
 * looked up once, whatever is drawn again.
 */
export function extremesOf(window: Float64Array): Extremes | null {
  const known = found.get(window);
  if (known !== undefined) return known.extremes;
  const extremes = lookUp(window);
  found.set(window, { extremes });
  return extremes;
}

/** The blocks of the whole column that a window is one of. */
export function blocksAround({ buffer }: Float64Array): Blocks {
  const blocks = columns.get(buffer) ?? blocksOf(new Float64Array(buffer));
  columns.set(buffer, blocks);
  return blocks;
}

/** Takes over the blocks of a column that was read elsewhere. */
export function keepBlocks(blocks: Blocks): void {
  columns.set(blocks.totals.buffer, blocks);
}

function lookUp(window: Float64Array): Extremes | null {
  const { byteOffset, length } = window;
  const begin = byteOffset / Float64Array.BYTES_PER_ELEMENT;
  const extremes = extremesWithin(blocksAround(window), begin, begin + length);
  return (
    extremes && {
      ...extremes,
      lowest: extremes.lowest - begin,
      highest: extremes.highest - begin,
    }
  );
}
