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

function lookUp({ buffer, byteOffset, length }: Float64Array): Extremes | null {
  const blocks = columns.get(buffer) ?? blocksOf(new Float64Array(buffer));
  columns.set(buffer, blocks);
  const begin = byteOffset / Float64Array.BYTES_PER_ELEMENT;
  const extremes = extremesWithin(blocks, begin, begin + length);
  return (
    extremes && {
      ...extremes,
      lowest: extremes.lowest - begin,
      highest: extremes.highest - begin,
    }
  );
}
