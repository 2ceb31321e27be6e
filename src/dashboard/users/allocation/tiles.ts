import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { sumOf } from '#analytics/weights.ts';
import type { Size } from '../../design/size.ts';
import { merged, type Slice, type SliceGroup } from '../../portfolio/allocation.ts';

/** A slice's rectangle, in the units of its frame. */
export interface PlacedSlice {
  readonly id: string;
  readonly slice: Slice;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface TreemapNode {
  readonly slice?: Slice;
  readonly id?: string;
  readonly value?: number;
  readonly children?: readonly TreemapNode[];
}

const groupGap = 3;
const tileGap = 1;

/** Smaller areas (px²) can neither be seen nor hit, so they share one tile. */
const minArea = 40;

export function tilesOf(groups: readonly SliceGroup[], { width, height }: Size): PlacedSlice[] {
  const gap = groups.some((group) => group.slices.length > 1) ? groupGap : tileGap;
  const whole = sumOf(groups.map(({ total }) => total));
  const areaOf = ({ total }: Slice) => (total / whole) * width * height;
  const drawn = mergeSmall(groups, areaOf, (others) => ({
    ...merged(others),
    slices: [merged(others)],
  }));
  const children = drawn.map((group): TreemapNode => {
    // A wallet whose positions have no price yet has the value that it reports.
    const slices = group.slices.length === 0 ? [group] : group.slices;
    // Positions may not add up to the wallet's total.
    const sum = sumOf(slices.map(({ total }) => total));
    const parts = mergeSmall(
      slices,
      ({ total }) => (total / sum) * areaOf(group),
      (others) => ({ ...merged(others), heldIn: group.heldIn }),
    );
    return {
      children: parts.map((slice) => ({
        slice,
        id: `${group.id} ${slice.id}`,
        // Shares, since totals may be too large or too small to multiply.
        value: (slice.total / sum) * (group.total / whole),
      })),
    };
  });
  const layout = treemap<TreemapNode>()
    .tile(treemapSquarify.ratio(1))
    .size([width, height])
    .paddingInner(({ depth }) => (depth === 0 ? gap : tileGap));
  return layout(hierarchy<TreemapNode>({ children }).sum(({ value = 0 }) => value))
    .leaves()
    .flatMap(({ data: { slice, id = '' }, x0, y0, x1, y1 }) => {
      if (slice === undefined) return [];
      // A thin, inexact strip must not leave the frame.
      const [x, y] = [Math.min(x0, width), Math.min(y0, height)];
      const size = { width: Math.min(x1, width) - x, height: Math.min(y1, height) - y };
      return [{ id, slice, x, y, ...size }];
    });
}

function mergeSmall<T extends Slice>(
  slices: readonly T[],
  areaOf: (slice: Slice) => number,
  merge: (others: readonly T[]) => T,
): T[] {
  const large = slices.filter((slice) => areaOf(slice) >= minArea);
  const small = slices.slice(large.length);
  if (small.length < 2) return [...slices];
  // Square tiles need descending order, and the combined slice may be the largest.
  return [...large, merge(small)].toSorted((a, b) => b.total - a.total);
}
