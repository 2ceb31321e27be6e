/** Set once the browser has cached Inter. `public/first-paint.js` reads it by this name. */
const fontKey = 'portfolio.font';

/**
 * Loads Inter (73 kB) for the next page. The first page of a browser keeps the browser's font, since another font would lay out
 * all of its text again.
 */
export async function loadFont(): Promise<void> {
  const { dataset } = document.documentElement;
  if (dataset['font'] === 'inter') return;
  await document.fonts.load('1em "Inter Variable"');
  dataset['font'] = 'loaded';
  try {
    localStorage.setItem(fontKey, 'inter');
  } catch {
    // Storage is off: the next visit loads the font again.
  }
}

/** Shows text in Inter, if it has loaded. */
export function applyLoadedFont(): void {
  const { dataset } = document.documentElement;
  if (dataset['font'] === 'loaded') dataset['font'] = 'inter';
}
