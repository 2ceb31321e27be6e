let context: CanvasRenderingContext2D | null | undefined;

/**
 * Measures text in the page’s font, in px; of 11 px in the weight of labels by default. A canvas knows no tabular
 * digits: each is measured as the widest.
 */
export function textWidth(text: string, size = 11, weight = 500): number {
  context ??= document.createElement('canvas').getContext('2d');
  // A machine without a canvas draws nothing that could be too wide.
  if (context === null) return text.length * size * 0.6;
  context.font = `${weight} ${size}px ${fontFamily()}`;
  return context.measureText(text.replaceAll(/\d/g, '4')).width;
}

/** By the mark of the font that the page is written in. */
const families = new Map<string | undefined, string>();

function fontFamily(): string {
  const root = document.documentElement;
  const key = root.dataset['font'];
  const family =
    families.get(key) ?? (getComputedStyle(root).getPropertyValue('--font') || 'sans-serif');
  families.set(key, family);
  return family;
}

/** The text, cut to a width and ending in “…” where it is longer. */
export function fitText(text: string, room: number, size?: number, weight?: number): string {
  if (textWidth(text, size, weight) <= room) return text;
  // Cut between code points: at worst an emoji loses its colour of skin.
  const characters = Array.from(text);
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, size, weight) > room) {
    characters.pop();
  }
  return `${characters.join('').trimEnd()}…`;
}
