import { foundPieces } from '../../shared/fold.ts';
import classes from './DirectoryTable.module.css';

/** A text with what is searched marked in it. */
export function Found({ text, wanted }: { readonly text: string; readonly wanted: string }) {
  if (wanted === '') return text;
  return foundPieces(text, wanted).map((piece, index) =>
    piece.isFound ? (
      <mark key={index} className={classes.found}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
