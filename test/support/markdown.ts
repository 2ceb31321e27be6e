/** Returns the cells of each table row in a Markdown text, with head and separator. */
export const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

export function sectionOf(heading: string, text: string): string {
  const [, below = ''] = text.split(`\n## ${heading}\n`);
  const [section = ''] = below.split('\n## ');
  return section;
}

/** Returns the rows of the table below a heading, without its head. */
export const tableBelow = (heading: string, text: string): string[][] =>
  rowsOf(sectionOf(heading, text)).slice(2);
