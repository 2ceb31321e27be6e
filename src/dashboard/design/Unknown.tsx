import { unknownFigure } from '../preferences/figures.ts';

/** “–” for an unknown figure, with the reason as its title and for screen readers. */
export function Unknown({ why }: { readonly why: string }) {
  return (
    <span role="img" aria-label={why} title={why}>
      {unknownFigure}
    </span>
  );
}
