import { unknownFigure } from '../preferences/figures.ts';

/** “–” for what is not known: why is its title, and what a screen reader says. */
export function Unknown({ why }: { readonly why: string }) {
  return (
    <span role="img" aria-label={why} title={why}>
      {unknownFigure}
    </span>
  );
}
