/** Width of micro text in Inter with tabular figures, near enough to place it; measuring would cost a layout. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    width += widths[character] ?? (character >= '\u2E80' ? 11 : 6.6);
  }
  return width;
}
const widths: Record<string, number> = { '.': 3.3, ',': 3.3, ' ': 3, '\u2009': 2, M: 9.6, '−': 7 };

/** The text, cut to a width and ending in “…” where it is longer. */
export function fitText(text: string, room: number): string {
  if (textWidth(text) <= room) return text;
  // oxlint-disable-next-line typescript/no-misused-spread -- cut between code points, at worst an emoji loses its colour of skin
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join('')}…`) > room) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
