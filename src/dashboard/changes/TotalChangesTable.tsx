import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { formatTime } from '#contract/time.ts';
import type { Span } from '../chart/scene.ts';
import type { Column } from '../design/columns.ts';
import { Panel } from '../design/Panel.tsx';
import { SaveCsv } from '../portfolio/SaveCsv.tsx';
import { useThematics } from '../portfolio/useThematics.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import { ChangesTable } from './ChangesTable.tsx';
import { betweenText, endLabels, lateStartText, type ChangesPanel } from './changesText.ts';
import type { TotalChange, TotalChanges } from './totalChanges.ts';

interface TotalChangesTableProps {
  /** null while they load, or without records. */
  readonly changes: TotalChanges | null;
  readonly panel: ChangesPanel;
  readonly part: Span | null;
  readonly file: string;
  /** Why the change has no parts. */
  readonly why: string;
}

/** Reported totals only. A change in value includes deposits, so it is neither gain nor loss. */
export function TotalChangesTable({ changes, panel, part, file, why }: TotalChangesTableProps) {
  const format = useFormat();
  const { nameOf } = useThematics();
  const columns = useMemo(
    () => (changes === null ? [] : totalColumns(format, changes.span, nameOf)),
    [format, changes, nameOf],
  );
  return (
    <Panel
      title="What changed"
      actions={
        changes !== null && <SaveCsv columns={columns} rows={changes.rows} file={`${file}.csv`} />
      }
      {...panel}
      isEmpty={() => changes === null}
    >
      {() =>
        changes !== null && (
          <>
            <Text px="var(--gutter)" pb="sm" c="var(--ink-2)">
              Between {betweenText(format, changes.span)}: totals only. {why}{' '}
              {lateStartText(format, changes.span, part)}
            </Text>
            <ChangesTable
              label="Changes by wallet"
              rows={changes.rows}
              columns={columns}
              keyOf={({ thematicId }) => thematicId}
              narrowRow={56}
              narrowGrid="'head value' 20px 'left right' 18px / minmax(0, 1fr) auto"
              sum={{
                wallet: 'Total',
                from: format.total(changes.sum.from),
                to: format.total(changes.sum.to),
                change: format.change(changes.sum.change),
              }}
            />
          </>
        )
      }
    </Panel>
  );
}

function totalColumns(
  format: Format,
  span: Span,
  nameOf: (thematicId: string) => string,
): readonly Column<TotalChange>[] {
  const [from, to] = endLabels(format, span);
  const figure = {
    unit: format.currency,
    kind: 'figure',
    privacy: 'amount',
    width: 176,
  } as const satisfies Partial<Column<TotalChange>>;
  return [
    {
      id: 'wallet',
      header: 'Wallet',
      cell: ({ thematicId }) => <bdi>{nameOf(thematicId)}</bdi>,
      skeleton: 120,
      sort: {
        value: ({ thematicId }) => nameOf(thematicId),
        opens: 'ascending',
        ascending: 'By name',
        descending: null,
      },
      csv: {
        from: () => formatTime(span.from),
        to: () => formatTime(span.to),
        thematic: ({ thematicId }) => thematicId,
      },
      narrow: 'head',
    },
    {
      ...figure,
      id: 'from',
      header: `Value, ${from}`,
      cell: (row) => format.total(row.from),
      sort: { value: (row) => row.from },
      csv: { valueFrom: (row) => row.from },
      narrow: 'left',
    },
    {
      ...figure,
      id: 'to',
      header: `Value, ${to}`,
      cell: (row) => format.total(row.to),
      sort: { value: (row) => row.to },
      csv: { valueTo: (row) => row.to },
      narrow: 'right',
    },
    {
      ...figure,
      id: 'change',
      header: 'Change in value',
      cell: (row) => format.change(row.change),
      sort: { value: (row) => row.change },
      csv: { change: (row) => row.change },
      narrow: 'value',
    },
  ];
}
