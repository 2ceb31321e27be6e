import { Text } from '@mantine/core';
import { minute } from '#contract/historyType.ts';
import { incompleteText } from '#contract/incompleteList.ts';
import { pathOf } from '#contract/operation.ts';
import { getRawAnswer } from '#contract/operations/upstream.ts';
import { type ResponseNotes, parseResponseNotes } from '#contract/responseNotes.ts';
import { serverTime } from '../api/serverClock.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import { formatRelative } from '../preferences/instants.ts';
import { useNow } from './Ago.tsx';
import { JsonLink } from './JsonLink.tsx';
import { NoteLine } from './NoteLine.tsx';

interface NoteListProps {
  readonly headers: readonly string[];
}

export function NoteList({ headers }: NoteListProps) {
  const notes = headers.flatMap((header) => parseResponseNotes(header) ?? []);
  if (notes.length === 0) return null;
  const readAt = Math.min(...notes.map((one) => one.readAt));
  const stale = notes.find((one) => one.stale !== null);
  return (
    <>
      {stale === undefined ? <Age at={readAt} /> : <Stale {...stale} />}
      {notes.map((one, index) => (
        <Unread key={index} {...one} />
      ))}
    </>
  );
}

function Age({ at }: { readonly at: number }) {
  const format = useFormat();
  const now = serverTime(useNow());
  if (now - at < minute) return null;
  return (
    <Text px="var(--gutter)" pb="xs" fz="xs" c="dimmed" title={format.dateTime(at)}>
      read {formatRelative(at, now)}
    </Text>
  );
}

function Stale({ stale, readAt, raw }: ResponseNotes) {
  const format = useFormat();
  return (
    <NoteLine tone="warn" action={<RawLink raw={raw} />}>
      {stale} Showing data from {whenText(format, readAt)}.
    </NoteLine>
  );
}

const whenText = (format: Format, at: number) =>
  Math.abs(Date.now() - at) < 12 * 60 * minute ? format.clock(at) : format.dateTime(at);

function Unread({ incomplete = [], unread, notes, raw }: ResponseNotes) {
  const format = useFormat();
  const sentences = [
    ...incomplete.map((one) => incompleteText(one, (value) => format.number(value))),
    ...unread.map(
      ({ what, why, count, of }) =>
        `${format.number(count)} of ${format.count(of, what)} could not be read: ${why}.`,
    ),
    ...notes,
  ];
  if (sentences.length === 0) return null;
  return (
    <NoteLine tone="warn" action={<RawLink raw={raw} />}>
      {sentences.join(' ')}
    </NoteLine>
  );
}

function RawLink({ raw }: Pick<ResponseNotes, 'raw'>) {
  if (raw === null) return null;
  const path = pathOf(getRawAnswer, { query: { path: raw } });
  return <JsonLink title={`the original answer to ${raw}`} path={path} variant="line" />;
}
