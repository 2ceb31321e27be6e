import { fold } from '#contract/search.ts';

interface HighlightProps {
  readonly text: string;
  /** Folded as the search folds them. Mantine's Highlight folds differently. */
  readonly words: readonly string[];
}

export function Highlight({ text, words }: HighlightProps) {
  return markMatches(text, words).map((part, index) =>
    part.isMatch ? <mark key={index}>{part.text}</mark> : part.text,
  );
}

interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

export function markMatches(text: string, words: readonly string[]): readonly TextPart[] {
  const wanted = words.filter((word) => word !== '').toSorted((a, b) => b.length - a.length);
  if (wanted.length === 0 || text === '') return [{ text, isMatch: false }];
  const pattern = wanted.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  // Keeps a character with its accents, and one that folds to several, such as `ﬁ` (`fi`).
  const characters = text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  const folded = characters.map(fold);
  const characterAt = folded.flatMap((part, index) => part.split('').map(() => index));
  const parts: TextPart[] = [];
  const add = (from: number, to: number, isMatch: boolean) => {
    if (to > from) parts.push({ text: characters.slice(from, to).join(''), isMatch });
  };
  let end = 0;
  for (const match of folded.join('').matchAll(new RegExp(pattern.join('|'), 'g'))) {
    const from = Math.max(end, characterAt[match.index] ?? 0);
    const to = Math.max(from, (characterAt[match.index + match[0].length - 1] ?? 0) + 1);
    add(end, from, false);
    add(from, to, true);
    end = to;
  }
  add(end, characters.length, false);
  return parts;
}
