import { fold } from '#contract/search.ts';

interface HighlightProps {
  readonly text: string;
  /** Folded, as the search folds them: Mantine's own Highlight folds otherwise. */
  readonly words: readonly string[];
}

/** A text with what is searched marked in it; `base.css` says how. */
export function Highlight({ text, words }: HighlightProps) {
  return piecesOf(text, words).map((piece, index) =>
    piece.isMatch ? <mark key={index}>{piece.text}</mark> : piece.text,
  );
}

/** A piece of a text, and whether it is what was searched. */
interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A text cut where it holds words that are searched, which are folded already; one piece where it holds none. */
export function piecesOf(text: string, words: readonly string[]): readonly Piece[] {
  // Of words that begin at the same place the longest is marked.
  const wanted = words.filter((word) => word !== '').toSorted((a, b) => b.length - a.length);
  if (wanted.length === 0 || text === '') return [{ text, isMatch: false }];
  const pattern = wanted.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  // A character and its accents are marked as a whole, also one that is several when folded: `ﬁ` is `fi`.
  const characters = text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  const folded = characters.map(fold);
  const characterAt = folded.flatMap((part, index) => part.split('').map(() => index));
  const pieces: Piece[] = [];
  const add = (from: number, to: number, isMatch: boolean) => {
    if (to > from) pieces.push({ text: characters.slice(from, to).join(''), isMatch });
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
  return pieces;
}
