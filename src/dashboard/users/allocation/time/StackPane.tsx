import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { extent } from '#analytics/extent.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import { type Cell, csvText } from '#contract/csv.ts';
import { StackChart } from '../../../chart/StackChart.tsx';
import { dateTag } from '../../../history/periodText.ts';
import { categoryColour, categoryTint } from '../../../portfolio/categories.ts';
import { type Format, useFormat } from '../../../preferences/format.ts';
import { download } from '../../../design/download.ts';
import { usePrivacy } from '../../../preferences/preferences.ts';
import { EmptyPane } from '../../../design/EmptyPane.tsx';
import type { StackForm } from '../../../url/params.ts';
import { shareAt, type Stack } from './stack.ts';
import { StackLegend } from './StackLegend.tsx';
import { StackTable } from './StackTable.tsx';
import classes from './StackPane.module.css';

export interface StackPaneProps {
  readonly customId: string;
  readonly stack: Stack;
  readonly form: StackForm;
  readonly period: HistoryType;
  /** That of the period before, until the new one is there. */
  readonly isOld: boolean;
  readonly currency: string | null;
  readonly by: 'thematic' | 'token';
}

/** The parts of a user over time, and what they are where the pointer or the keyboard is. */
export function StackPane(props: StackPaneProps) {
  const { stack, form, isOld, currency } = props;
  const privacy = usePrivacy();
  const [point, setPoint] = useState<number | null>(null);
  const count = stack.times.length;
  if (count < 2) {
    return (
      <EmptyPane title={count === 0 ? 'No records' : 'One record'}>
        {count === 0
          ? 'No records before the first holding.'
          : 'How parts changed can be shown from two records on.'}
      </EmptyPane>
    );
  }
  const read = point !== null && point < count && !isOld ? point : null;
  return (
    <>
      {form === 'table' ? (
        <StackTable stack={stack} isOld={isOld} currency={currency} />
      ) : (
        <StackPicture {...props} form={form} point={read} onPoint={setPoint} />
      )}
      {form === 'table' ? (
        <Button
          variant="subtle"
          className={classes.file}
          onClick={() => save(props, privacy === 'off')}
        >
          CSV
        </Button>
      ) : (
        <StackLegend stack={stack} form={form} point={read} />
      )}
    </>
  );
}

interface StackPictureProps extends StackPaneProps {
  readonly form: 'share' | 'amount';
  readonly point: number | null;
  readonly onPoint: (point: number | null) => void;
}

const shareTicks = [0, 0.25, 0.5, 0.75, 1];

/** The parts as layers on one another, as shares or as amounts. */
function StackPicture({ stack, form, period, isOld, by, point, onPoint }: StackPictureProps) {
  const format = useFormat();
  const { times, whole } = stack;
  const layers = useMemo(
    () =>
      stack.layers.map((layer) => ({
        id: layer.id,
        name: layer.name,
        colour: categoryColour(layer.category),
        tint: categoryTint(layer.category),
        values:
          form === 'share'
            ? Float64Array.from(times.keys(), (i) => shareAt(stack, layer, i) ?? NaN)
            : layer.totals.map((total, i) => (Number.isFinite(whole[i]) ? total : NaN)),
      })),
    [stack, times, whole, form],
  );
  const isShare = form === 'share';
  return (
    <StackChart
      title={`Allocation by ${by} over time`}
      {...{ times, layers, isOld, point, onPoint }}
      sum={whole}
      top={isShare ? 1 : (extent(whole)?.[1] ?? 0)}
      {...(isShare ? { ticks: shareTicks } : {})}
      formatValue={isShare ? (value) => `${format.number(value * 100)}\u2009%` : format.tick}
      tag={(at) => dateTag(format, period, at)}
      speak={(index) => spoken(format, stack, form, index)}
    />
  );
}

/** “Layer 1 31.2 %, DeFi 13.6 %”, as it is spoken. */
function spoken(format: Format, stack: Stack, form: 'share' | 'amount', index: number): string {
  const figureOf = (layer: Stack['layers'][number]) =>
    form === 'share'
      ? format.share(shareAt(stack, layer, index))
      : format.total(layer.totals[index]);
  return stack.layers.map((layer) => `${layer.name} ${figureOf(layer)}`).join(', ');
}

/** The table as a file: shares as ratios, and the whole they are of, unless it is hidden. */
function save({ customId, stack, by, period }: StackPaneProps, tellsTotal: boolean): void {
  const ids = stack.layers.map(({ id, name }) => (id === '' ? name : id));
  const head = ['date', ...ids, ...(tellsTotal ? ['total'] : [])];
  const text = csvText(head, rowsOf(stack, tellsTotal));
  download(`${customId} by ${by} ${period}.csv`, text, 'text/csv');
}

function* rowsOf(stack: Stack, tellsTotal: boolean): Generator<readonly Cell[]> {
  for (const [i, at] of stack.times.entries()) {
    const shares = stack.layers.map((layer) => shareAt(stack, layer, i));
    yield [formatTime(at), ...shares, ...(tellsTotal ? [stack.whole[i]] : [])];
  }
}
