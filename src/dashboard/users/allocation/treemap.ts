/** A part of a rectangle, in the rectangle's units. */
export interface Tile {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Cuts a rectangle into tiles whose areas are as the values are, as near to squares as a row at a time can be
 * (Bruls, Huizing, van Wijk: "Squarified Treemaps", 2000). Values are positive and descending.
 */
export function treemapOf(values: readonly number[], frame: Tile): Tile[] {
  const whole = values.reduce((sum, value) => sum + value, 0);
  if (!(whole > 0)) return [];
  const scale = (frame.width * frame.height) / whole;
  const areas = values.map((value) => value * scale);
  const tiles: Tile[] = [];
  let rest = frame;
  for (let begin = 0; begin < areas.length;) {
    const side = Math.min(rest.width, rest.height);
    let end = begin + 1;
    while (
      end < areas.length &&
      worst(areas, begin, end + 1, side) <= worst(areas, begin, end, side)
    ) {
      end += 1;
    }
    const row = layRow(areas.slice(begin, end), rest);
    tiles.push(...row.tiles);
    rest = row.rest;
    begin = end;
  }
  return tiles;
}

/** The worst ratio of sides in a row of areas laid along `side`. */
function worst(areas: readonly number[], begin: number, end: number, side: number): number {
  let sum = 0;
  let least = Infinity;
  let most = 0;
  for (let i = begin; i < end; i += 1) {
    const area = areas[i] ?? 0;
    sum += area;
    least = Math.min(least, area);
    most = Math.max(most, area);
  }
  const square = side * side;
  return Math.max((square * most) / (sum * sum), (sum * sum) / (square * least));
}

/** Lays a row along the shorter side of what is left. */
function layRow(areas: readonly number[], rest: Tile): { tiles: Tile[]; rest: Tile } {
  const sum = areas.reduce((total, area) => total + area, 0);
  const isColumn = rest.width >= rest.height;
  const room = isColumn ? rest.height : rest.width;
  // What rounding left has no room: the tiles are there, and not to be seen.
  if (!(room > 0)) return { tiles: areas.map(() => ({ ...rest, width: 0, height: 0 })), rest };
  // What is left is known to the last digit only: a strip too thin to be exact must not lead out of it.
  const depth = Math.min(sum / room, isColumn ? rest.width : rest.height);
  let along = isColumn ? rest.y : rest.x;
  const end = along + room;
  const tiles = areas.map((area) => {
    const length = Math.min(area / depth, end - along);
    const tile = isColumn
      ? { x: rest.x, y: along, width: depth, height: length }
      : { x: along, y: rest.y, width: length, height: depth };
    along += length;
    return tile;
  });
  return {
    tiles,
    rest: isColumn
      ? { ...rest, x: rest.x + depth, width: rest.width - depth }
      : { ...rest, y: rest.y + depth, height: rest.height - depth },
  };
}
