/** A page of records, for the Page keys: a tenth of the history. */
const pagesOfHistory = 10;

/**
 * Where a key leads from a record; undefined where it leads nowhere, null where it puts the reading back (Esc).
 * From no record, the left arrow enters at the end, the right one at the start.
 */
export function stepOfKey(
  key: string,
  from: number | null,
  count: number,
): number | null | undefined {
  const last = count - 1;
  const page = Math.max(1, Math.round(count / pagesOfHistory));
  const clamp = (index: number) => Math.min(last, Math.max(0, index));
  switch (key) {
    case 'ArrowLeft':
      return from === null ? last : clamp(from - 1);
    case 'ArrowRight':
      return from === null ? 0 : clamp(from + 1);
    case 'PageUp':
      return clamp((from ?? last) - page);
    case 'PageDown':
      return clamp((from ?? 0) + page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return from === null ? undefined : null;
    default:
      return undefined;
  }
}
