import { clsx } from 'clsx';
import {
  formatAmount,
  formatPrice,
  formatShare,
  formatSignedPoints,
  formatTotal,
} from '../shared/format/number.ts';
import { Change } from '../shared/ui/Change.tsx';
import { NoCell } from '../shared/ui/NoCell.tsx';
import { Reconciliation } from '../shared/ui/Reconciliation.tsx';
import table from '../shared/ui/Table.module.css';
import type { PositionRow, Positions } from './positionRows.ts';
import { DriftBar, WeightBar } from './WeightBars.tsx';
import classes from './PositionsTable.module.css';

interface PositionsTableProps {
  readonly positions: Positions;
  readonly walletTotal: number;
  readonly currency: string | null;
  /** Change over the day by token, as far as it is known; undefined where the service does not tell. */
  readonly dayChanges: ReadonlyMap<string, number | null> | undefined;
  readonly hasTargets: boolean;
}

/** How far a weight may drift from its target before it stands out: 2 points. */
const tolerance = 0.02;

/** What a wallet holds, beside what its thematic would hold. */
export function PositionsTable(props: PositionsTableProps) {
  const { positions, walletTotal, currency, dayChanges, hasTargets } = props;
  const { rows, sum } = positions;
  const widest = Math.max(0, ...rows.flatMap(({ weight, target }) => [weight ?? 0, target ?? 0]));
  const farthest = Math.max(2 * tolerance, ...rows.map(({ drift }) => Math.abs(drift ?? 0)));
  const tellsDay = dayChanges !== undefined;
  return (
    <table className={clsx(table.table, table.inPane, classes.positions)}>
      <Head {...{ currency, tellsDay, hasTargets }} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.token._id}>
            <td className={classes.who} title={row.token.name}>
              <span className={clsx(table.id, classes.symbol)}>{row.token.symbol}</span>
              <span className={classes.name}>{row.token.name}</span>
            </td>
            <td className={clsx(table.num, classes.amount)}>{formatAmount(row.amount)}</td>
            <td className={clsx(table.num, classes.price)}>{formatPrice(row.token.price)}</td>
            {tellsDay && (
              <td className={clsx(table.num, classes.day)}>
                <Change value={dayChanges.get(row.token._id)} />
              </td>
            )}
            <td className={clsx(table.num, classes.total)}>{formatTotal(row.total)}</td>
            <td className={clsx(table.num, classes.weight)}>{formatShare(row.weight)}</td>
            <td className={classes.bullet}>
              <WeightBar weight={row.weight} target={row.target} widest={widest} />
            </td>
            {hasTargets && <Drift row={row} farthest={farthest} />}
          </tr>
        ))}
        <tr className={table.sum}>
          <td className={clsx(classes.who, classes.sumWords)}>
            Sum of positions
            <Reconciliation sum={sum} whole={walletTotal} of="the wallet’s total" />
          </td>
          <NoCell className={classes.amount} />
          <NoCell className={classes.price} />
          {tellsDay && <NoCell className={classes.day} />}
          <td className={clsx(table.num, classes.total)}>{formatTotal(sum)}</td>
          <td className={clsx(table.num, classes.weight)}>{formatShare(sum > 0 ? 1 : null)}</td>
          <NoCell className={classes.bullet} />
          {hasTargets && (
            <>
              <td className={clsx(table.num, classes.target)}>{formatShare(targetSum(rows))}</td>
              <NoCell className={classes.drift} />
              <NoCell className={classes.driftBar} />
            </>
          )}
        </tr>
      </tbody>
    </table>
  );
}

function targetSum(rows: readonly PositionRow[]): number {
  return rows.reduce((sum, { target }) => sum + (target ?? 0), 0);
}

function Drift({ row, farthest }: { readonly row: PositionRow; readonly farthest: number }) {
  const isOut = Math.abs(row.drift ?? 0) > tolerance;
  return (
    <>
      <td className={clsx(table.num, table.soft, classes.target)}>{formatShare(row.target)}</td>
      <td className={clsx(table.num, classes.drift, isOut ? table.id : table.soft)}>
        {formatSignedPoints(row.drift)}
      </td>
      <td className={classes.driftBar}>
        <DriftBar drift={row.drift} tolerance={tolerance} farthest={farthest} />
      </td>
    </>
  );
}

interface HeadProps {
  readonly currency: string | null;
  readonly tellsDay: boolean;
  readonly hasTargets: boolean;
}

function Head({ currency, tellsDay, hasTargets }: HeadProps) {
  const unit = currency !== null && <em>{currency}</em>;
  return (
    <thead>
      <tr>
        <th scope="col">Token</th>
        <th scope="col" className={clsx(table.num, classes.amount)}>
          Amount
        </th>
        <th scope="col" className={clsx(table.num, classes.price)}>
          Price{unit}
        </th>
        {tellsDay && (
          <th scope="col" className={clsx(table.num, classes.day)}>
            Day
          </th>
        )}
        <th scope="col" aria-sort="descending" className={clsx(table.num, classes.total)}>
          Total{unit}
        </th>
        <th scope="col" className={clsx(table.num, classes.weight)}>
          Weight
        </th>
        <NoCell className={classes.bullet} />
        {hasTargets && (
          <>
            <th scope="col" className={clsx(table.num, classes.target)}>
              Target
            </th>
            <th scope="col" className={clsx(table.num, classes.drift)}>
              Drift<em>points</em>
            </th>
            <NoCell className={classes.driftBar} />
          </>
        )}
      </tr>
    </thead>
  );
}
