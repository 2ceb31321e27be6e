import { flagOf, settings } from './settings.ts';

const width = 94;
const column = 36;

/** The settings as `--help` shows them: variable and flag, what it is about, what it may be, its default. */
export function settingsHelp(): string {
  return Object.entries(settings)
    .map(([name, { about, may, usually }]) => {
      const flag = `--${flagOf(name)}`;
      const text = wrapped(`${about} May be ${may}. Default: ${usually}.`, width - column - 2);
      const heads =
        name.length + flag.length + 2 <= column - 2 ? [`${name}  ${flag}`] : [name, flag];
      const rows = Math.max(text.length, heads.length);
      return Array.from({ length: rows }, (_, row) =>
        `  ${(heads[row] ?? '').padEnd(column)}${text[row] ?? ''}`.trimEnd(),
      ).join('\n');
    })
    .join('\n');
}

/** Text in lines of at most so many characters, broken between words. */
function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > most) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
