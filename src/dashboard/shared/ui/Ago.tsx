import { formatDateTime, formatRelative } from '../format/time.ts';
import { useNow } from '../now.ts';

/** How far an instant is from now: "in 4 min", "11 s ago"; the instant itself is its title. */
export function Ago({ at }: { readonly at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at, now)}
    </time>
  );
}
