/** Width of micro text in Inter with tabular figures, near enough to place it; measuring would cost a layout. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    width += widths.get(character) ?? (character >= '\u2E80' ? 11 : common);
  }
  return width;
}

/** Of the middle weight at 11 px, in px: most letters, and those that differ. */
const common = 6.5;
const groups = [
  ['\u2009', 2],
  [' ,.:;Iijl', 2.9],
  ['ft', 3.7],
  ['r()[]/', 4.3],
  ['0123456789+−-', 7.1],
  ['ABCDGHKNOQRSTUVXYZ', 7.7],
  ['mw', 9.5],
  ['MW%', 10.6],
] as const;
const widths = new Map(
  groups.flatMap(([characters, width]) => Array.from(characters, (one) => [one, width] as const)),
);

/** The text, cut to a width and ending in “…” where it is longer. */
export function fitText(text: string, room: number): string {
  if (textWidth(text) <= room) return text;
  // Cut between code points: at worst an emoji loses its colour of skin.
  const characters = Array.from(text);
  while (characters.length > 1 && textWidth(`${characters.join('')}…`) > room) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
