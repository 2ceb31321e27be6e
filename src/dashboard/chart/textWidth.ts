let context: CanvasRenderingContext2D | null | undefined;

/** Measures text in the page's font, in px. A canvas has no tabular digits, so each digit counts as the widest. */
export function textWidth(text: string, size = 11, weight = 500): number {
  context ??= canvas()?.getContext('2d') ?? null;
  // Without a canvas nothing is drawn, so an estimate is enough.
  if (context === null) return text.length * size * 0.6;
  context.font = `${weight} ${size}px ${fontFamily()}`;
  return context.measureText(text.replaceAll(/\d/g, '4')).width;
}

/** A server has no document. */
function canvas(): HTMLCanvasElement | null {
  return typeof document === 'undefined' ? null : document.createElement('canvas');
}

const families = new Map<string | undefined, string>();

function fontFamily(): string {
  const root = document.documentElement;
  const key = root.dataset['font'];
  const family =
    families.get(key) ?? (getComputedStyle(root).getPropertyValue('--font') || 'sans-serif');
  families.set(key, family);
  return family;
}

/** Cuts a text to a width in px, with “…” at its end. */
export function fitText(text: string, room: number, size?: number, weight?: number): string {
  if (textWidth(text, size, weight) <= room) return text;
  // Splits by code points: at worst an emoji loses its skin color.
  const characters = Array.from(text);
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, size, weight) > room) {
    characters.pop();
  }
  return `${characters.join('').trimEnd()}…`;
}
