import { clsx } from 'clsx';
import type { Token } from '#contract/token.ts';
import {
  formatAmount,
  formatPrice,
  formatShare,
  formatSignedPoints,
  formatTotal,
} from '../shared/format/number.ts';
import { formatDateTime, formatDuration } from '../shared/format/time.ts';
import { usePrivacy } from '../shared/preferences.ts';
import { Change } from '../shared/ui/Change.tsx';
import table from '../shared/ui/Table.module.css';
import type { DayChanges } from './arrangePositions.ts';
import type { PositionRow } from './positionRows.ts';
import { DriftBar, WeightBar } from './WeightBars.tsx';
import classes from './PositionsTable.module.css';

/** How far a weight may drift from its target before it stands out: 2 points. */
export const tolerance = 0.02;

/** What the bars of all rows are measured by. */
export interface PositionScale {
  readonly widest: number;
  readonly farthest: number;
}

interface PositionLineProps {
  readonly row: PositionRow;
  readonly index: number;
  readonly scale: PositionScale;
  readonly dayChanges: DayChanges | undefined;
  readonly hasTargets: boolean;
}

/** One position. The first row of the table is its head, so rows count from two. */
export function PositionLine({ row, index, scale, dayChanges, hasTargets }: PositionLineProps) {
  return (
    <tr className={classes.line} aria-rowindex={index + 2}>
      <td className={classes.who} title={`${row.token.name} (${row.token._id})`}>
        <bdi className={clsx(table.id, classes.symbol)}>{row.token.symbol}</bdi>
        <PriceAge token={row.token} />
        <bdi className={classes.name}>{row.token.name}</bdi>
      </td>
      <td className={clsx(table.num, classes.amount)}>{formatAmount(row.amount)}</td>
      <td className={clsx(table.num, classes.price)}>{formatPrice(row.token.price)}</td>
      {dayChanges !== undefined && (
        <td className={clsx(table.num, classes.day)}>
          <Change value={dayChanges.get(row.token._id)} />
        </td>
      )}
      <td className={clsx(table.num, classes.total)}>{formatTotal(row.total)}</td>
      <td className={clsx(table.num, classes.weight)}>{formatShare(row.weight)}</td>
      <td className={classes.bullet}>
        <WeightBar weight={row.weight} target={row.target} widest={scale.widest} />
      </td>
      {hasTargets && <Drift row={row} farthest={scale.farthest} />}
    </tr>
  );
}

/** Says that a price is older than it should be: what ended looks like what stands still. */
function PriceAge({ token: { priceAt, priceAgeSeconds } }: { readonly token: Token }) {
  if (priceAgeSeconds === undefined) return null;
  return (
    <span className={classes.outdated} title={`Price of ${formatDateTime(priceAt)}`}>
      price {formatDuration(priceAgeSeconds * 1000)} old
    </span>
  );
}

function Drift({ row, farthest }: { readonly row: PositionRow; readonly farthest: number }) {
  const isOut = usePrivacy() !== 'hidden' && Math.abs(row.drift ?? 0) > tolerance;
  return (
    <>
      <td className={clsx(table.num, table.soft, classes.target)}>{formatShare(row.target)}</td>
      <td className={clsx(table.num, classes.drift, isOut ? classes.out : table.soft)}>
        {formatSignedPoints(row.drift)}
      </td>
      <td className={classes.driftBar}>
        <DriftBar drift={row.drift} tolerance={tolerance} farthest={farthest} />
      </td>
    </>
  );
}
