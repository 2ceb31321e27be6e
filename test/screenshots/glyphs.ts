import type { Browser } from 'playwright-core';

/** Says whether Japanese characters have glyphs here: without a font for them, each is drawn as the same box. */
export async function hasJapaneseFont(browser: Browser): Promise<boolean> {
  const page = await browser.newPage();
  const isDrawn = (await page.evaluate(draw, '本')) !== (await page.evaluate(draw, '口'));
  await page.close();
  return isDrawn;
}

function draw(text: string): string {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d')?.fillText(text, 0, 20);
  return canvas.toDataURL();
}
