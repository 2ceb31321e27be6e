import { clsx } from 'clsx';
import { weightOf } from '#analytics/weights.ts';
import type { HiddenDust } from '../shared/dust.ts';
import { formatCount } from '../shared/format/number.ts';
import { Reconciliation } from '../shared/ui/Reconciliation.tsx';
import { Spacer } from '../shared/ui/Spacer.tsx';
import table from '../shared/ui/Table.module.css';
import { type RowHeights, useVirtualRows } from '../shared/ui/virtualRows.ts';
import type { DayChanges } from './arrangePositions.ts';
import { PositionLine, type PositionScale, tolerance } from './PositionLine.tsx';
import type { PositionRow } from './positionRows.ts';
import { PositionsHead, type PositionsHeadProps } from './PositionsHead.tsx';
import classes from './PositionsTable.module.css';
import { SumRow } from './SumRow.tsx';

interface PositionsTableProps extends Omit<PositionsHeadProps, 'tellsDay'> {
  /** In order, without the dust that is hidden. */
  readonly rows: readonly PositionRow[];
  /** With it: what sums and bars are measured by, so that nothing moves when dust goes. */
  readonly all: readonly PositionRow[];
  readonly sum: number;
  readonly walletTotal: number;
  readonly hidden: HiddenDust | null;
  readonly onShowDust: () => void;
  /** Change over the day by token, as far as it is known; undefined where the service does not tell. */
  readonly dayChanges: DayChanges | undefined;
}

const heights: { wide: RowHeights; narrow: RowHeights; few: number } = {
  wide: { row: 36, top: 44, bottom: 0 },
  narrow: { row: 76, top: 48, bottom: 56 },
  few: 200,
};

/** What a wallet holds, beside what its thematic would hold; of very many positions those in sight are drawn. */
export function PositionsTable(props: PositionsTableProps) {
  const { rows, all, sum, walletTotal, hidden, dayChanges, hasTargets } = props;
  const { body, rows: drawn, before, after } = useVirtualRows(rows.length, heights);
  const scale = scaleOf(all);
  const columns = { tellsDay: dayChanges !== undefined, hasTargets };
  return (
    <table
      className={clsx(table.table, table.inPane, classes.positions)}
      aria-label="Positions"
      aria-rowcount={rows.length + 2}
    >
      <PositionsHead {...props} tellsDay={columns.tellsDay} />
      <tbody ref={body}>
        <Spacer height={before} />
        {drawn.map((index) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <PositionLine key={row.token._id} {...{ row, index, scale, dayChanges, hasTargets }} />
          );
        })}
        <Spacer height={after} />
        {hidden !== null && hidden.count > 0 && (
          <SumRow
            {...columns}
            total={hidden.sum}
            weight={weightOf(hidden.sum, sum)}
            target={null}
            className={classes.dust}
          >
            {formatCount(hidden.count)} below 0.1 % hidden
            <button type="button" onClick={props.onShowDust}>
              Show
            </button>
          </SumRow>
        )}
        <SumRow
          {...columns}
          total={sum}
          weight={sum > 0 ? 1 : null}
          target={targetSum(all)}
          className={table.sum}
        >
          Sum of positions
          <Reconciliation sum={sum} whole={walletTotal} of="the wallet’s total" />
        </SumRow>
      </tbody>
    </table>
  );
}

function targetSum(rows: readonly PositionRow[]): number | null {
  const targets = rows.flatMap(({ target }) => (target === null ? [] : [target]));
  return targets.length === 0 ? null : targets.reduce((sum, target) => sum + target, 0);
}

function scaleOf(rows: readonly PositionRow[]): PositionScale {
  let widest = 0;
  let farthest = 2 * tolerance;
  for (const { weight, target, drift } of rows) {
    widest = Math.max(widest, weight ?? 0, target ?? 0);
    farthest = Math.max(farthest, Math.abs(drift ?? 0));
  }
  return { widest, farthest };
}
