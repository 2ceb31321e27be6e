/**
 * Heights, moved as little as needed so that no two are nearer than a distance and none leaves its room; their order stays.
 * Where there is no room for all at that distance, they share what there is. What is no number stays so.
 */
export function pushedApart(
  heights: readonly number[],
  distance: number,
  room: { readonly from: number; readonly to: number },
): number[] {
  const order = heights
    .map((height, place) => ({ height, place }))
    .filter(({ height }) => !Number.isNaN(height))
    .toSorted((a, b) => a.height - b.height);
  const apart = Math.min(distance, (room.to - room.from) / Math.max(1, order.length - 1));
  const moved = heights.map(() => NaN);

  // Those that touch form a block, which stands where its members would be on average.
  const blocks: { places: number[]; top: number }[] = [];
  const topOf = (places: readonly number[]) => {
    const sum = places.reduce((whole, place, i) => whole + (heights[place] ?? 0) - i * apart, 0);
    const lowest = room.to - (places.length - 1) * apart;
    return Math.max(room.from, Math.min(lowest, sum / places.length));
  };
  for (const { place } of order) {
    let block = { places: [place], top: topOf([place]) };
    for (let above = blocks.at(-1); above !== undefined; above = blocks.at(-1)) {
      if (above.top + above.places.length * apart <= block.top) break;
      blocks.pop();
      const places = [...above.places, ...block.places];
      block = { places, top: topOf(places) };
    }
    blocks.push(block);
  }
  for (const { places, top } of blocks) {
    places.forEach((place, i) => {
      moved[place] = top + i * apart;
    });
  }
  return moved;
}
