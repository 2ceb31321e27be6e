import { useState } from 'react';
import type { HistoryType } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import { csvText } from '../../../shared/files/csv.ts';
import { download } from '../../../shared/files/download.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { EmptyPane } from '../../../shared/ui/EmptyPane.tsx';
import type { StackForm } from '../params.ts';
import type { Stack } from './stack.ts';
import { StackFrame } from './StackFrame.tsx';
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
        <StackFrame {...props} form={form} point={read} onPoint={setPoint} />
      )}
      <StackLegend stack={stack} form={form} point={read} />
      {form === 'table' && (
        <Button variant="plain" className={classes.file} onClick={() => save(props)}>
          CSV
        </Button>
      )}
    </>
  );
}

function save({ customId, stack, by, period }: StackPaneProps): void {
  const head = ['date', ...stack.layers.map(({ id, name }) => id || name), 'total'];
  download(`${customId} by ${by} ${period}.csv`, csvText(head, rowsOf(stack)), 'text/csv');
}

function* rowsOf({
  times,
  layers,
  whole,
}: Stack): Generator<readonly (string | number | undefined)[]> {
  for (const [i, at] of times.entries()) {
    yield [formatTime(at), ...layers.map(({ totals }) => totals[i]), whole[i]];
  }
}
