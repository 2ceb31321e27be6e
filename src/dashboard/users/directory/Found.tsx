import { foundPieces } from '../../shared/fold.ts';
import classes from './DirectoryTable.module.css';

/** A text with what is searched marked in it. */
export function Found({
  text,
  words,
}: {
  readonly text: string;
  readonly words: readonly string[];
}) {
  if (words.length === 0) return text;
  return foundPieces(text, words).map((piece, index) =>
    piece.isFound ? (
      <mark key={index} className={classes.found}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
