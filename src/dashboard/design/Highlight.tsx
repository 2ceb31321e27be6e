import { fold } from '#contract/search.ts';

interface HighlightProps {
  readonly text: string;
  /** Folded, as the search folds them: Mantine's own Highlight folds otherwise. */
  readonly words: readonly string[];
  readonly className?: string | undefined;
}

/** A text with what is searched marked in it. */
export function Highlight({ text, words, className }: HighlightProps) {
  return piecesOf(text, words).map((piece, index) =>
    piece.isMatch ? (
      <mark key={index} className={className}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}

/** A piece of a text, and whether it is what was searched. */
interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A text cut where it holds words that are searched, which are folded already; one piece where it holds none. */
export function piecesOf(text: string, words: readonly string[]): readonly Piece[] {
  const wanted = words.filter((word) => word !== '');
  if (wanted.length === 0 || text === '') return [{ text, isMatch: false }];
  const { folded, starts } = foldWithPlaces(text);
  const pieces: Piece[] = [];
  let end = 0;
  for (
    let match = nextMatch(folded, wanted, 0);
    match !== null;
    match = nextMatch(folded, wanted, match.end)
  ) {
    // One character can be several when folded, `ﬁ` is `fi`: it is marked as a whole.
    const from = Math.max(end, starts[match.start] ?? text.length);
    const to = endOf(starts, match.end, text.length);
    if (to <= from) continue;
    if (from > end) pieces.push({ text: text.slice(end, from), isMatch: false });
    pieces.push({ text: text.slice(from, to), isMatch: true });
    end = to;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false });
  return pieces;
}

/** The first place from one on where any of the words is; of those that begin there the longest. */
function nextMatch(folded: string, words: readonly string[], from: number) {
  let match: { start: number; end: number } | null = null;
  for (const word of words) {
    const start = folded.indexOf(word, from);
    if (start === -1) continue;
    const end = start + word.length;
    const isNearer =
      match === null || start < match.start || (start === match.start && end > match.end);
    if (isNearer) match = { start, end };
  }
  return match;
}

/** The folded text, and for each of its units where the character stands that it came from. */
function foldWithPlaces(text: string): { folded: string; starts: number[] } {
  let folded = '';
  const starts: number[] = [];
  let at = 0;
  for (const character of text) {
    const part = fold(character);
    folded += part;
    for (let i = 0; i < part.length; i += 1) starts.push(at);
    at += character.length;
  }
  return { folded, starts };
}

/** Where the character ends whose folded form ends before `unit`, with the accents that follow it. */
function endOf(starts: readonly number[], unit: number, length: number): number {
  const last = starts[unit - 1];
  const next = starts.slice(unit).find((start) => start !== last);
  return next ?? length;
}
