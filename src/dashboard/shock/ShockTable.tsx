import { Group } from '@mantine/core';
import { messageOf } from '../api/errors.ts';
import type { ShockedUser } from '#contract/shock.ts';
import { WindowTable } from '../design/DataTable.tsx';
import { NoteLine } from '../design/NoteLine.tsx';
import type { TableModel } from '../design/useDataTable.ts';
import { useVirtualRows } from '../design/useVirtualRows.ts';
import { useFormat } from '../preferences/format.ts';
import { type ShockAnswer, shockPageOf, useShockRows } from './shockQueries.ts';

export const shockGrid = "'head value' 20px 'left right' 18px / minmax(0, 1fr) auto";

interface ShockTableProps {
  readonly model: TableModel<ShockedUser>;
  readonly answer: ShockAnswer;
}

/** The members, which load window by window. */
export function ShockTable({ model, answer }: ShockTableProps) {
  const format = useFormat();
  const { count, query, asOf } = answer;
  const virtual = useVirtualRows(count);
  const { drawn } = virtual;
  const { rowAt, error, onRetry } = useShockRows(query, drawn[0] ?? 0, drawn.at(-1) ?? 0);
  return (
    <>
      {error !== null && (
        <NoteLine
          tone="danger"
          action={
            <button type="button" onClick={onRetry}>
              Retry
            </button>
          }
        >
          Some rows could not be read: {messageOf(error)}
        </NoteLine>
      )}
      <WindowTable
        {...{ model, count, virtual }}
        narrowGrid={shockGrid}
        rowAt={(index) => rowAt(index) ?? answer.rows[index]}
        label="Users by loss"
        // Pages from two instants may both contain a user who moved.
        keyOf={({ customId }, index) => `${shockPageOf(index)} ${customId}`}
      />
      <Group mih={44} px="var(--gutter)" fz="xs" c="dimmed">
        {format.count(count, 'user')} · holdings and prices as of {format.dateTimeZone(asOf)}
      </Group>
    </>
  );
}
