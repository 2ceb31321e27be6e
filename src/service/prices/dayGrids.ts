/** A cache of five-minute values by day, over all paths of a market. */
export interface DayGrids {
  get(path: number, day: number): Float64Array<ArrayBuffer> | undefined;
  set(path: number, day: number, grid: Float64Array<ArrayBuffer>): void;
}

function keyOf(path: number, day: number): number {
  return path * 2 ** 24 + day;
}

export function createDayGrids(limit: number): DayGrids {
  const grids = new Map<number, Float64Array<ArrayBuffer>>();
  return {
    get(path, day) {
      const key = keyOf(path, day);
      const grid = grids.get(key);
      if (grid !== undefined) {
        // A Map keeps insertion order: reinserting makes the key the newest.
        grids.delete(key);
        grids.set(key, grid);
      }
      return grid;
    },
    set(path, day, grid) {
      grids.set(keyOf(path, day), grid);
      if (grids.size <= limit) return;
      for (const oldest of grids.keys()) {
        grids.delete(oldest);
        return;
      }
    },
  };
}
