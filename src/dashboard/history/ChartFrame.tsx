import { lazy, Suspense, useMemo, useRef } from 'react';
import { clsx } from 'clsx';
import { ChartCursor } from './ChartCursor.tsx';
import { nearestRecord } from './historyColumns.ts';
import type { HistoryPictureProps } from './HistoryPicture.tsx';
import { margin, plotOf } from './plot.ts';
import { dateTag, spokenPoint } from './reading.ts';
import hidden from '../shared/ui/Hidden.module.css';
import { useSize } from '../shared/ui/size.ts';
import { stepOfKey } from './steps.ts';
import classes from './ChartFrame.module.css';

// Recharts is the heaviest thing there is: its own chunk, asked for when a history is first shown.
const HistoryChart = lazy(async () => ({
  default: (await import('./HistoryChart.tsx')).HistoryChart,
}));

/** The chart with what moves over it: the pointer and the keyboard read points, the header tells what they read. */
export function ChartFrame(props: HistoryPictureProps) {
  const { columns, period, point, onPoint, title, isOld } = props;
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const plot = useMemo(() => (size === null ? null : plotOf(columns, size)), [columns, size]);

  const readAt = (clientX: number) => {
    const left = frame.current?.getBoundingClientRect().left ?? 0;
    if (plot !== null && !isOld) onPoint(nearestRecord(columns.times, plot.timeAt(clientX - left)));
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (isOld || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = stepOfKey(event.key, point, columns.times.length);
    if (next === undefined) return;
    event.preventDefault();
    onPoint(next);
  };
  const isReading = point !== null && point < columns.times.length && !isOld;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes its own keys
    <div
      ref={frame}
      className={clsx(classes.frame, isOld && classes.old)}
      role="application"
      aria-roledescription="chart"
      aria-label={`${title}: arrow keys, Home, End and Page keys read the records`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard reads its points
      tabIndex={0}
      onPointerMove={(event) => readAt(event.clientX)}
      onPointerDown={(event) => readAt(event.clientX)}
      onPointerLeave={() => onPoint(null)}
      onPointerCancel={() => onPoint(null)}
      onBlur={() => onPoint(null)}
      onKeyDown={onKeyDown}
    >
      <Suspense fallback={null}>
        {plot !== null && <HistoryChart columns={columns} plot={plot} />}
      </Suspense>
      {plot !== null && isReading && (
        <ChartCursor
          x={plot.x(columns.times[point] ?? NaN)}
          y={plot.y(columns.totals[point] ?? NaN) + margin.top}
          width={plot.width}
          tag={dateTag(columns, period, point)}
        />
      )}
      <output className={hidden.hidden}>
        {isReading ? spokenPoint(columns, period, point) : ''}
      </output>
    </div>
  );
}
