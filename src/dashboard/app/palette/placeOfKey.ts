/**
 * Where a key leads in a list of choices; null where it leads nowhere. Home and End belong to the text as long as there is
 * one, and with nothing typed to the list; the arrows go round.
 */
export function placeOfKey(
  key: string,
  from: number,
  count: number,
  isEmpty: boolean,
): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (from + 1) % count;
    case 'ArrowUp':
      return (from - 1 + count) % count;
    case 'PageDown':
      return Math.min(count - 1, from + 5);
    case 'PageUp':
      return Math.max(0, from - 5);
    case 'Home':
      return isEmpty ? 0 : null;
    case 'End':
      return isEmpty ? count - 1 : null;
    default:
      return null;
  }
}
