import { VisuallyHidden } from '@mantine/core';
import { clsx } from 'clsx';
import type { Column } from '../design/columns.ts';
import { Change } from '../portfolio/Change.tsx';
import { positionColumns } from '../portfolio/positionColumns.tsx';
import { usePrivacy } from '../preferences/preferences.ts';
import type { PositionRow } from './positionRows.ts';
import classes from './walletPositions.module.css';
import { type Format, useFormat } from '../preferences/format.ts';

/** How far a weight may drift from its target before it stands out: 2 points. */
const tolerance = 0.02;

interface WalletPositionsOptions {
  /** All rows, dust too: bars are measured by them, so that nothing moves when dust goes. */
  readonly all: readonly PositionRow[];
  /** Change over the window of the page by token, as far as it is known, and its names in head and file. */
  readonly changes: ReadonlyMap<string, number | null>;
  readonly heads: { readonly change: string; readonly inCsv: string };
  readonly hasTargets: boolean;
}

/** What a wallet holds, beside what its thematic would hold. */
export function walletPositions(
  format: Format,
  options: WalletPositionsOptions,
): readonly Column<PositionRow>[] {
  const { all, changes, heads, hasTargets } = options;
  const { token, amount, price, total } = positionColumns<PositionRow>(format, format.currency);
  const { widest, farthest } = scaleOf(all);
  const changeIn = (row: PositionRow) => changes.get(row.token._id);
  const columns: readonly Column<PositionRow>[] = [
    token,
    amount,
    { ...price, from: 1100 },
    {
      id: 'change',
      header: heads.change,
      kind: 'figure',
      // Prices are no secret.
      cell: (row) => <Change value={changeIn(row)} format={format.market.percentChange} />,
      sort: { value: changeIn, descending: 'Rose most', ascending: 'Fell most' },
      csv: { [heads.inCsv]: changeIn },
      width: 104,
      narrow: 'right',
    },
    total,
    {
      id: 'weight',
      header: 'Weight',
      kind: 'figure',
      cell: ({ weight }) => format.share(weight),
      csv: { weight: ({ weight }) => weight },
      privacy: 'share',
      width: 84,
      narrow: 'third',
    },
    {
      id: 'bullet',
      header: 'Weight and target',
      head: <VisuallyHidden>Weight and target</VisuallyHidden>,
      cell: ({ weight, target }) => <WeightBar weight={weight} target={target} widest={widest} />,
      width: 128,
      from: 1100,
      narrow: 'bar',
      className: classes.bullet,
    },
  ];
  if (!hasTargets) return columns;
  return [
    ...columns,
    {
      id: 'target',
      header: 'Target',
      kind: 'figure',
      isSoft: true,
      // A thematic is no secret.
      cell: ({ target }) => format.market.share(target),
      sort: { value: ({ target }) => target },
      csv: { target: ({ target }) => target },
      width: 80,
    },
    {
      id: 'drift',
      header: 'Drift',
      unit: 'points',
      kind: 'figure',
      cell: ({ drift }) => <Drift drift={drift} />,
      sort: {
        value: ({ drift }) => drift,
        descending: 'Most over target',
        ascending: 'Most under target',
      },
      csv: { drift: ({ drift }) => drift },
      privacy: 'share',
      width: 112,
      narrow: 'last',
      className: classes.driftCell,
    },
    {
      id: 'driftBar',
      header: 'Drift from target',
      head: <VisuallyHidden>Drift from target</VisuallyHidden>,
      kind: 'picture',
      cell: ({ drift }) => <DriftBar drift={drift} farthest={farthest} />,
      width: 156,
      from: 1280,
      className: classes.driftBar,
    },
  ];
}

function scaleOf(rows: readonly PositionRow[]) {
  let widest = 0;
  let farthest = 2 * tolerance;
  for (const { weight, target, drift } of rows) {
    widest = Math.max(widest, weight ?? 0, target ?? 0);
    farthest = Math.max(farthest, Math.abs(drift ?? 0));
  }
  return { widest, farthest };
}

function Drift({ drift }: Pick<PositionRow, 'drift'>) {
  const format = useFormat();
  const isOut = usePrivacy() !== 'hidden' && Math.abs(drift ?? 0) > tolerance;
  return <span className={isOut ? classes.out : classes.within}>{format.points(drift)}</span>;
}

interface WeightBarProps extends Pick<PositionRow, 'weight' | 'target'> {
  /** The largest weight or target of the table takes the whole width. */
  readonly widest: number;
}

/** A weight as a bar, its target as a tick; where the weight is hidden, so is its bar. */
function WeightBar({ weight, target, widest }: WeightBarProps) {
  const isHidden = usePrivacy() === 'hidden';
  const width = (part: number) => `${(widest > 0 ? part / widest : 0) * 100}%`;
  return (
    <span className={classes.weight} aria-hidden>
      {weight !== null && !isHidden && <i style={{ width: width(weight) }} />}
      {target !== null && <u style={{ left: width(target) }} />}
    </span>
  );
}

interface DriftBarProps extends Pick<PositionRow, 'drift'> {
  /** The largest drift of the table reaches the edge. */
  readonly farthest: number;
}

/** A drift from the middle, to the left below target, to the right above it; none where it is hidden. */
function DriftBar({ drift, farthest }: DriftBarProps) {
  const isHidden = usePrivacy() === 'hidden';
  const percent = (part: number) => (part / farthest) * 50;
  const size = percent(Math.abs(drift ?? 0));
  const left = drift !== null && drift < 0 ? 50 - size : 50;
  const isOut = Math.abs(drift ?? 0) > tolerance;
  return (
    <span className={classes.drift} aria-hidden>
      <b style={{ left: `${50 - percent(tolerance)}%`, width: `${2 * percent(tolerance)}%` }} />
      <u />
      {drift !== null && !isHidden && (
        <i className={clsx(isOut && classes.out)} style={{ left: `${left}%`, width: `${size}%` }} />
      )}
    </span>
  );
}
