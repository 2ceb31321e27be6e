import type { Size } from '../../shared/ui/size.ts';
import { type Slice, type SliceGroup, together } from './allocation.ts';
import { type Tile, treemapOf } from './treemap.ts';

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
    ...together(others),
    slices: [together(others)],
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
      (others) => ({ ...together(others), heldIn: group.heldIn }),
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
