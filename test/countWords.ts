import { globSync, readFileSync } from 'node:fs';

// `npm run words`: counts comments that begin with a clause instead of a noun or a verb, and lines with words that the
// glossary replaces. The files with most come first.

/** First words of comments, in the glossary's "Prose: before and after": a noun phrase or a verb says more. */
const beginnings = ['What', 'Whether', 'Who', 'Where', 'That', 'So'];

/** Each with what to write instead, in the glossary. */
const unwanted = {
  nobody: /\bnobody\b/i,
  told: /\b(un)?told\b/i,
  anew: /\banew\b/i,
  'in vain': /\bin vain\b/i,
  'is to be': /\b(is|are|was|were) to be\b/i,
  'take out, take away': /\b(take|takes|taken|taking|took) (\w+ )?(out|away)\b/i,
  'of whom': /\bof whom\b/i,
  'last word': /\blast word\b/i,
  he: /\b(he|his|him|himself)\b/i,
  'whoever, whatever': /\b(who|whom|what)ever\b/i,
  errand: /errand/i,
} as const satisfies Readonly<Record<string, RegExp>>;

const isOwn = (line = '') => /^\s*\/\//.test(line);

/** First words of the comments of a source; lines of `//` that follow each other are one comment. */
export function firstWords(source: string): string[] {
  const blocks = [...source.matchAll(/\/\*+\s*(?:\*\s*)?(\w+)/g)].map(([, word = '']) => word);
  const lines = source.split('\n');
  const ofLines = lines.flatMap((line, index) => {
    const [, word] = /(?:^|\s)\/\/ *(\w+)/.exec(line) ?? [];
    return word === undefined || (isOwn(line) && isOwn(lines[index - 1])) ? [] : [word];
  });
  return [...blocks, ...ofLines];
}

/** Unwanted words of each line that has one. */
export function unwantedIn(source: string): string[][] {
  return source
    .split('\n')
    .map((line) =>
      Object.entries(unwanted).flatMap(([word, pattern]) => (pattern.test(line) ? [word] : [])),
    )
    .filter((words) => words.length > 0);
}

interface Counted {
  readonly file: string;
  readonly words: readonly string[];
  /** Comments or lines. */
  readonly count: number;
}

function section(heading: string, files: readonly Counted[]): string {
  const total = files.reduce((sum, { count }) => sum + count, 0);
  const words = Map.groupBy(
    files.flatMap((file) => file.words),
    (word) => word,
  );
  const byWord = [...words]
    .map(([word, all]) => [word, all.length] as const)
    .toSorted(([, one], [, other]) => other - one);
  const worst = files
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, 25);
  return [
    `${heading}: ${total}`,
    `  ${byWord.map(([word, count]) => `${word} ${count}`).join(', ')}`,
    ...worst.map(({ file, count }) => `  ${String(count).padStart(4)}  ${file}`),
  ].join('\n');
}

if (import.meta.main) {
  const sources = globSync('src/**/*.{ts,tsx,css}').map((file) => ({
    file,
    source: readFileSync(file, 'utf8'),
  }));
  const comments = sources.map(({ file, source }) => {
    const words = firstWords(source).filter((word) => beginnings.includes(word));
    return { file, words, count: words.length };
  });
  const lines = sources.map(({ file, source }) => {
    const found = unwantedIn(source);
    return { file, words: found.flat(), count: found.length };
  });
  const text = [
    section(`Comments in src that begin with ${beginnings.join(', ')}`, comments),
    section('Lines in src with words that the glossary replaces', lines),
  ];
  process.stdout.write(`${text.join('\n\n')}\n`);
}
