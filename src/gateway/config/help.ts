import type { Setting } from './readers.ts';
import { flagOf, settings } from './settings.ts';

const lineWidth = 94;
const column = 36;

/** The settings as `--help` shows them: variable and flag, meaning, allowed values, default. */
export function settingsHelp(): string {
  return Object.entries<Setting<unknown>>(settings)
    .map(([name, { about, may, usually }]) => {
      const flag = `--${flagOf(name)}`;
      const text = wrapped(`${about} May be ${may}. Default: ${usually}.`, lineWidth - column - 2);
      const heads =
        name.length + flag.length + 2 <= column - 2 ? [`${name}  ${flag}`] : [name, flag];
      const rows = Math.max(text.length, heads.length);
      return Array.from({ length: rows }, (_, row) =>
        `  ${(heads[row] ?? '').padEnd(column)}${text[row] ?? ''}`.trimEnd(),
      ).join('\n');
    })
    .join('\n');
}

/** Text in lines of at most `width` characters, broken between words. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
