import { Text } from '@mantine/core';
import { LineKey } from '../chart/Chart.tsx';
import type { FigureFormats, Scene } from '../chart/scene.ts';
import { useHistoryWindow } from '../history/historyWindow.ts';
import { coversPeriod, startText } from '../history/periodText.ts';
import type { BookColumns } from './bookQueries.ts';
import { investedName, investedOver, investedStyle } from './investedLine.ts';

interface InvestedNoteProps {
  /** Null while they load. */
  readonly records: BookColumns | null;
  readonly scene: Scene | null;
  readonly figures: FigureFormats;
}

/** The legend of net invested: the capital that it begins with, its last figure, and the gain. */
export function InvestedNote(props: InvestedNoteProps) {
  return (
    <Text component="p" size="sm" c="dimmed" px="var(--gutter)" pb="xs" mih={32}>
      <LineKey style={investedStyle} />
      {useNoteText(props)}
    </Text>
  );
}

function useNoteText({ records, scene, figures }: InvestedNoteProps): string {
  const { period } = useHistoryWindow();
  if (records === null || scene === null) return `${investedName}: loading`;
  const over = investedOver(records, scene);
  if (over === null) return `${investedName}: no total in this window`;
  const { from, invested, total } = over;
  const isFirst = from === records.times[0] && !coversPeriod(period, records.times);
  const date = startText(figures.format, period, from);
  const basis = isFirst
    ? `deposits less withdrawals since the first holdings on ${date}`
    : `the total of ${date}, then deposits less withdrawals`;
  const gain = figures.signed(total - invested);
  return `${investedName} ${figures.total(invested)}: ${basis}, gain ${gain}`;
}
