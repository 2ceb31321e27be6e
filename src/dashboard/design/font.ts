/** Set where Inter is in the browser's cache. `public/first-paint.js` reads it by this name. */
const fontKey = 'portfolio.font';

/**
 * Inter, of 73 kB, for a browser that does not have it yet: its first page is written in its own font, so that text and
 * figures don't wait for the font nor share the line with it, and changes to Inter when it is there. Later pages begin
 * with it.
 */
export async function loadFont(): Promise<void> {
  const { dataset } = document.documentElement;
  if (dataset['font'] === 'inter') return;
  await document.fonts.load('1em "Inter Variable"');
  dataset['font'] = 'inter';
  try {
    localStorage.setItem(fontKey, 'inter');
  } catch {
    // Storage is off in this browser: the next page does it again.
  }
}
