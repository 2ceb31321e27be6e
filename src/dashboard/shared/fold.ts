const ascii = /^\p{ASCII}*$/u;

/** A text as it is searched: without case and accents, so that `familia` finds `Família`. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  // A sigma is written otherwise at the end of a word, and searched as the same letter.
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}

/** A piece of a text, and whether it is what was searched. */
export interface Piece {
  readonly text: string;
  readonly isFound: boolean;
}

/** A text cut where it holds what is searched, which is folded already; one piece where it does not. */
export function foundPieces(text: string, wanted: string): readonly Piece[] {
  if (wanted === '' || text === '') return [{ text, isFound: false }];
  const { folded, starts } = foldWithPlaces(text);
  const pieces: Piece[] = [];
  let end = 0;
  for (
    let at = folded.indexOf(wanted);
    at !== -1;
    at = folded.indexOf(wanted, at + wanted.length)
  ) {
    // One character can be several when folded, `ﬁ` is `fi`: it is marked as a whole.
    const from = Math.max(end, starts[at] ?? text.length);
    const to = endOf(starts, at + wanted.length, text.length);
    if (to <= from) continue;
    if (from > end) pieces.push({ text: text.slice(end, from), isFound: false });
    pieces.push({ text: text.slice(from, to), isFound: true });
    end = to;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isFound: false });
  return pieces;
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
