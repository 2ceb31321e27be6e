import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Span } from '../chart/scene.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { Panel } from '../design/Panel.tsx';
import { SaveCsv } from '../portfolio/SaveCsv.tsx';
import { useFormat } from '../preferences/format.ts';
import { formatDuration } from '../preferences/instants.ts';
import { ChangesTable } from './ChangesTable.tsx';
import {
  betweenText,
  countsText,
  lateStartText,
  narrowGrid,
  type ChangesPanel,
} from './changesText.ts';
import type { TokenChanges } from './tokenChanges.ts';
import { Part, tokenChangeColumns } from './tokenChangeColumns.tsx';

interface TokenChangesTableProps {
  /** null while they load, or without records. */
  readonly changes: TokenChanges | null;
  readonly panel: ChangesPanel;
  /** The two dates. */
  readonly part: Span | null;
  /** Name of the CSV, without its extension. */
  readonly file: string;
}

export function TokenChangesTable({ changes, panel, part, file }: TokenChangesTableProps) {
  const format = useFormat();
  const columns = useMemo(
    () => (changes === null ? [] : tokenChangeColumns(format, changes.span, hasResidual(changes))),
    [format, changes],
  );
  return (
    <Panel
      title="What changed"
      sub={format.currency}
      actions={
        changes !== null && <SaveCsv columns={columns} rows={changes.rows} file={`${file}.csv`} />
      }
      {...panel}
      isEmpty={() => changes === null}
    >
      {() =>
        changes !== null &&
        (isUnchanged(changes) ? (
          <EmptyPane title="Nothing changed">
            {`No amount and no value changed between ${betweenText(format, changes.span)}.`}
          </EmptyPane>
        ) : (
          <>
            <Text px="var(--gutter)" pb="sm" c="var(--ink-2)">
              Between {betweenText(format, changes.span)}: value {format.total(changes.sum.from)},
              then {format.total(changes.sum.to)}; {countsText(format, changes.counts)}.{' '}
              {lateStartText(format, changes.span, part)}
            </Text>
            <Rows changes={changes} columns={columns} />
            <Text px="var(--gutter)" py="sm" size="xs" c="dimmed" maw={880}>
              By price: the amount held times the change of its price, step by step. By flow:
              amounts added or removed by statements, at the price of that step.{' '}
              {changes.step !== null && `Steps of ${formatDuration(changes.step)}. `}
              Cents are rounded so that rows and columns add up, so a figure may differ by a
              hundredth, rarely more, from the pages of the two dates.
            </Text>
          </>
        ))
      }
    </Panel>
  );
}

interface RowsProps {
  readonly changes: TokenChanges;
  readonly columns: ReturnType<typeof tokenChangeColumns>;
}

function Rows({ changes: { rows, sum }, columns }: RowsProps) {
  const format = useFormat();
  const part = (of: 'byPrice' | 'byFlow' | 'residual' | 'change') => (
    <Part part={of} format={format} value={sum} printed={sum} />
  );
  return (
    <ChangesTable
      label="Changes by token"
      {...{ columns, rows }}
      keyOf={({ token }) => token._id}
      narrowRow={76}
      narrowGrid={narrowGrid}
      sum={{
        token: 'Total',
        'value-from': format.total(sum.from),
        'value-to': format.total(sum.to),
        price: part('byPrice'),
        flow: part('byFlow'),
        residual: part('residual'),
        change: part('change'),
      }}
    />
  );
}

const hasResidual = ({ rows, sum }: TokenChanges): boolean =>
  [sum, ...rows.map(({ printed }) => printed)].some(({ residual }) => residual !== 0);

const isUnchanged = ({ rows }: TokenChanges): boolean =>
  rows.every(({ kind, value }) => kind === 'same' && value.change === 0);
