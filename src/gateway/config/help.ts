import type { Flags } from './flags.ts';
import type { Setting } from './readers.ts';
import { flagOf, settings } from './settings.ts';

const lineWidth = 94;
const column = 36;

/** Formats settings for `--help`: variable and flag, meaning, allowed values, default. */
export function settingsHelp(apply: readonly string[] = Object.keys(settings)): string {
  return Object.entries<Setting<unknown>>(settings)
    .filter(([name]) => apply.includes(name))
    .map(([name, { about, allowed, defaultText }]) => {
      const flag = `--${flagOf(name)}`;
      const heads =
        name.length + flag.length + 2 <= column - 2 ? [`${name}  ${flag}`] : [name, flag];
      return entry(heads, `${about} ${capitalized(allowed)}. Default: ${defaultText}.`);
    })
    .join('\n');
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export function flagsHelp(flags: Flags): string {
  return Object.entries(flags)
    .map(([name, { takes, about }]) =>
      entry([`--${name}${takes === undefined ? '' : `=${takes}`}`], about),
    )
    .join('\n');
}

/** Puts a meaning next to its heads, or below them if one is too long. */
function entry(heads: readonly string[], about: string): string {
  const isBelow = heads.some(({ length }) => length > column - 2);
  const above = isBelow ? heads.map(() => '') : [];
  const text = [...above, ...wrapped(about, lineWidth - column - 2)];
  return Array.from({ length: Math.max(text.length, heads.length) }, (_, row) =>
    `  ${(heads[row] ?? '').padEnd(column)}${text[row] ?? ''}`.trimEnd(),
  ).join('\n');
}

/** Wraps text between words, in lines of at most `width` characters. */
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
