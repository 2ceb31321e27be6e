import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import type { Size } from '../../design/size.ts';
import { merged, type Slice, type SliceGroup } from './allocation.ts';

/** A part of a rectangle, in the rectangle's units. */
export interface Tile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Cuts a rectangle into tiles whose areas are as the values are, as near to squares as can be. Values are positive and descend. */
export function treemapOf(values: readonly number[], frame: Tile): Tile[] {
  const sum = values.reduce((total, value) => total + value, 0);
  if (!(sum > 0)) return [];
  const root = hierarchy<{ readonly value?: number; readonly children?: { value: number }[] }>({
    // Shares of the sum: totals may be too large, or too small, to be multiplied.
    children: values.map((value) => ({ value: value / sum })),
  }).sum(({ value = 0 }) => value);
  const layout = treemap<typeof root.data>()
    .tile(treemapSquarify.ratio(1))
    .size([frame.width, frame.height]);
  return layout(root)
    .leaves()
    .map(({ x0, y0, x1, y1 }) => ({
      x: frame.x + x0,
      y: frame.y + y0,
      // A strip too thin to be exact must not lead out of the frame.
      width: Math.min(x1, frame.width) - x0,
      height: Math.min(y1, frame.height) - y0,
    }));
}

/** A slice where it stands in the picture. */
export interface PlacedSlice {
  readonly key: string;
  readonly group: Slice;
  readonly slice: Slice;
  readonly tile: Tile;
}

/** Room between two groups, and between two tiles of one. */
const groupGap = 3;
const tileGap = 1;

/** A smaller area (px²) can neither be seen nor hit: such slices are one tile together. */
const smallest = 40;

/** The tiles of groups that descend; few and large enough to be seen, however many slices there are. */
export function tilesOf(groups: readonly SliceGroup[], { width, height }: Size): PlacedSlice[] {
  const gap = groups.some((group) => group.slices.length > 1) ? groupGap : tileGap;
  const whole = groups.reduce((sum, { total }) => sum + total, 0);
  const areaOf = ({ total }: Slice) => (total / whole) * width * height;
  // Positions need not be worth together what their wallet says.
  const areaWithin = (group: SliceGroup) => {
    const sum = group.slices.reduce((worth, { total }) => worth + total, 0);
    return ({ total }: Slice) => (total / sum) * areaOf(group);
  };
  const drawn = seen(groups, areaOf, (others) => ({
    ...merged(others),
    slices: [merged(others)],
  }));
  const frames = treemapOf(
    drawn.map((group) => group.total),
    { x: 0, y: 0, width: width + gap, height: height + gap },
  );
  return drawn.flatMap((group, i) => {
    const frame = frames[i];
    if (frame === undefined) return [];
    // A wallet whose positions have no price yet is worth what it says it is.
    const parts = seen(
      group.slices.length === 0 ? [group] : group.slices,
      areaWithin(group),
      (others) => ({ ...merged(others), heldIn: group.heldIn }),
    );
    const tiles = treemapOf(
      parts.map(({ total }) => total),
      shrunk(frame, gap - tileGap),
    );
    return parts.flatMap((slice, k) => {
      const tile = tiles[k];
      if (tile === undefined) return [];
      return [{ key: `${group.id} ${slice.id}`, group, slice, tile: shrunk(tile, tileGap) }];
    });
  });
}

/** Descending slices, the small ones of which are one, in its place among them; a single small one stays as it is. */
function seen<T extends Slice>(
  slices: readonly T[],
  areaOf: (slice: Slice) => number,
  merge: (others: readonly T[]) => T,
): T[] {
  const large = slices.filter((slice) => areaOf(slice) >= smallest);
  const small = slices.slice(large.length);
  if (small.length < 2) return [...slices];
  // Tiles are as square as can be only where they descend, and all the small ones together may be the largest.
  return [...large, merge(small)].toSorted((a, b) => b.total - a.total);
}

function shrunk(tile: Tile, by: number): Tile {
  return { ...tile, width: Math.max(0, tile.width - by), height: Math.max(0, tile.height - by) };
}
