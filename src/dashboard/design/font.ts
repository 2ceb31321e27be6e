/** Set once the browser has cached Inter. `public/first-paint.js` reads it by this name. */
const fontKey = 'portfolio.font';

/** Loads Inter (73 kB). Until it is cached, a page starts in the browser's font, so text and data do not wait for the font. */
export async function loadFont(): Promise<void> {
  const { dataset } = document.documentElement;
  if (dataset['font'] === 'inter') return;
  await document.fonts.load('1em "Inter Variable"');
  dataset['font'] = 'inter';
  try {
    localStorage.setItem(fontKey, 'inter');
  } catch {
    // Storage is off: the next page loads the font again.
  }
}
