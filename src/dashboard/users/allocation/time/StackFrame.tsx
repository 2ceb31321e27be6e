import { clsx } from 'clsx';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { ChartCursor } from '../../../history/ChartCursor.tsx';
import { nearestRecord } from '../../../history/historyColumns.ts';
import { dateTag } from '../../../history/reading.ts';
import { stepOfKey } from '../../../history/steps.ts';
import { formatShare, formatTotal } from '../../../shared/format/number.ts';
import hidden from '../../../shared/ui/Hidden.module.css';
import { useSize } from '../../../shared/ui/size.ts';
import { shareAt, type Stack } from './stack.ts';
import type { StackPaneProps } from './StackPane.tsx';
import { margin, stackPlotOf } from './stackPlot.ts';
import classes from './StackFrame.module.css';

// Recharts, as in the chart of the history.
const StackChart = lazy(async () => ({ default: (await import('./StackChart.tsx')).StackChart }));

interface StackFrameProps extends StackPaneProps {
  readonly form: 'share' | 'amount';
  readonly point: number | null;
  readonly onPoint: (point: number | null) => void;
}

/** The stack with what moves over it: the pointer and the keyboard read points, the legend tells what they read. */
export function StackFrame(props: StackFrameProps) {
  const { stack, form, period, isOld, by, point, onPoint } = props;
  const { times } = stack;
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const plot = useMemo(
    () => (size === null ? null : stackPlotOf(stack, size, form)),
    [stack, size, form],
  );
  const readAt = (clientX: number) => {
    const left = frame.current?.getBoundingClientRect().left ?? 0;
    if (plot !== null && !isOld) onPoint(nearestRecord(times, plot.timeAt(clientX - left)));
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (isOld || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = stepOfKey(event.key, point, times.length);
    if (next === undefined) return;
    event.preventDefault();
    onPoint(next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes its own keys
    <div
      ref={frame}
      className={clsx(classes.frame, isOld && classes.old)}
      role="application"
      aria-roledescription="chart"
      aria-label={`Allocation by ${by} over time: arrow keys, Home, End and Page keys read the records`}
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
        {plot !== null && <StackChart stack={stack} plot={plot} form={form} />}
      </Suspense>
      {plot?.labels.map(({ layer, y }) => (
        <bdi
          key={layer.id}
          className={classes.label}
          style={{ top: y + margin.top, right: margin.right }}
          aria-hidden
        >
          {layer.name}
        </bdi>
      ))}
      {plot !== null && point !== null && (
        <ChartCursor
          x={plot.x(times[point] ?? NaN)}
          dots={[]}
          width={plot.width}
          tag={dateTag(period, times[point])}
        />
      )}
      <output className={hidden.hidden}>
        {point === null ? '' : `${dateTag(period, times[point])}: ${spoken(stack, form, point)}`}
      </output>
    </div>
  );
}

/** “Layer 1 31.2 %, DeFi 13.6 %”, as it is spoken. */
function spoken(stack: Stack, form: 'share' | 'amount', point: number): string {
  return stack.layers
    .map((layer) => {
      const figure =
        form === 'share'
          ? formatShare(shareAt(stack, layer, point))
          : formatTotal(layer.totals[point]);
      return `${layer.name} ${figure}`;
    })
    .join(', ');
}
