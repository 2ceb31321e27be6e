import type { Page } from 'playwright-core';

/** Part of a picture: left, top, right, bottom, in px of the page. */
type Place = readonly [left: number, top: number, right: number, bottom: number];

interface Seen {
  readonly size: readonly number[];
  /** For each place, the number of dots that differ from the background. */
  readonly ink: readonly number[];
  /** Counts the dots of a color such as `#b5460f`. */
  count(colour: string): number;
}

/** Opens a PNG with two dots per pixel in a browser, as another program would, and inspects its dots. */
export async function inkAt(page: Page, png: Buffer, places: readonly Place[]): Promise<Seen> {
  const { counts, ...seen } = await page.evaluate(
    async ([base64, parts]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const { width, height } = bitmap;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const dots = new Uint32Array(context?.getImageData(0, 0, width, height).data.buffer ?? []);
      const found = new Map<string, number>();
      for (const dot of dots) {
        // Little-endian: the lowest byte is red.
        const hex = [0, 8, 16].map((by) => ((dot >> by) & 255).toString(16).padStart(2, '0'));
        const colour = `#${hex.join('')}`;
        found.set(colour, (found.get(colour) ?? 0) + 1);
      }
      const ground = dots[0];
      const ink = parts.map(([left, top, right, bottom]) => {
        let count = 0;
        for (let y = Math.round(2 * top); y < 2 * bottom; y += 1) {
          for (let x = Math.round(2 * left); x < 2 * right; x += 1) {
            if (dots[y * width + x] !== ground) count += 1;
          }
        }
        return count;
      });
      return { size: [width, height], ink, counts: [...found] };
    },
    [png.toString('base64'), places] as const,
  );
  const byColour = new Map(counts);
  return { ...seen, count: (colour) => byColour.get(colour) ?? 0 };
}
