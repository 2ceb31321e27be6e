/** With `--smallest`, each section measures as little as possible. This checks that it runs; its figures mean nothing. */
export const isSmallest = process.argv.includes('--smallest');

export function sized<Size>(full: Size, smallest: Size): Size {
  return isSmallest ? smallest : full;
}
