/** Which of several figures are the largest and the smallest; null where there is nothing to tell apart. */
export interface Extremes {
  readonly best: number;
  readonly worst: number;
}

/** Figures that are not known count for nothing; one alone, or all alike, are neither best nor worst. */
export function extremesOf(figures: readonly (number | null)[]): Extremes | null {
  const known = figures.filter((figure) => figure !== null);
  const best = Math.max(...known);
  const worst = Math.min(...known);
  return known.length > 1 && best > worst ? { best, worst } : null;
}

export function placeWord(figure: number | null, extremes: Extremes | null): string | null {
  if (extremes === null || figure === null) return null;
  if (figure === extremes.best) return 'best';
  return figure === extremes.worst ? 'worst' : null;
}
