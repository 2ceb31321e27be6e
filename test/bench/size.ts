/** With `--smallest` each section measures as little as it can: a check that it runs, whose figures mean nothing. */
export const isSmallest = process.argv.includes('--smallest');

export function sized<Size>(full: Size, smallest: Size): Size {
  return isSmallest ? smallest : full;
}
