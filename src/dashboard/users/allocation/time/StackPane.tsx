import { useState } from 'react';
import type { HistoryType } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import { type Cell, csvText } from '#contract/csv.ts';
import { download } from '../../../shared/files/download.ts';
import { usePrivacy } from '../../../shared/preferences.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { EmptyPane } from '../../../shared/ui/EmptyPane.tsx';
import type { StackForm } from '../params.ts';
import { shareAt, type Stack } from './stack.ts';
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
        <StackFrame {...props} form={form} point={read} onPoint={setPoint} />
      )}
      {form === 'table' ? (
        <Button
          variant="plain"
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
