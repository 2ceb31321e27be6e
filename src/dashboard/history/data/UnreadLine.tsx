import { formatCount } from '../../shared/format/number.ts';
import { NoteLine } from '../../shared/ui/NoteLine.tsx';
import { RawJson } from '../../shared/ui/RawJson.tsx';
import type { Unread } from './readRecords.ts';

interface UnreadLineProps {
  readonly unread: Unread;
  /** Where the records came from. */
  readonly path: string;
}

/** How many records of a history could not be read and why; what was sent is one click away. */
export function UnreadLine({ unread, path }: UnreadLineProps) {
  return (
    <NoteLine
      tone="warn"
      action={<RawJson title={`the answer of ${path}`} path={path} look="line" />}
    >
      {unreadWords(unread)}
    </NoteLine>
  );
}

/** “3 of 288 records could not be read: no time in them.” With several reasons, how many each. */
export function unreadWords({ count, of, why }: Unread): string {
  const records = `${formatCount(count)} of ${formatCount(of)} ${of === 1 ? 'record' : 'records'}`;
  const them = count === 1 ? 'it' : 'them';
  const reasons = why.map(
    (reason) => `${reason.words} in ${why.length === 1 ? them : formatCount(reason.count)}`,
  );
  return `${records} could not be read: ${reasons.join(', ')}.`;
}
