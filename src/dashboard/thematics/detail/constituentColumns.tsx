import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type HistoryType, stepOf } from '#contract/historyType.ts';
import type { Column } from '../../design/columns.ts';
import { Sparkline } from '../../design/Sparkline.tsx';
import { NotCome, WhenSeen } from '../../design/WhenSeen.tsx';
import { periodLengths, periodNames } from '../../history/periodText.ts';
import { sparkPoints } from '../../chart/series.ts';
import { Change } from '../../portfolio/Change.tsx';
import { tokenColumns } from '../../portfolio/positionColumns.tsx';
import { tokenQueries } from '../../portfolio/thematicQueries.ts';
import type { ConstituentRow } from './constituentRows.ts';
import classes from './detail.module.css';
import { type Format, useFormat } from '../../preferences/format.ts';

interface ConstituentColumnsOptions {
  readonly rows: readonly ConstituentRow[];
  readonly period: HistoryType;
  readonly currency: string | null;
}

/** What a thematic is made of, and what each part of it added. */
export function constituentColumns(
  format: Format,
  options: ConstituentColumnsOptions,
): readonly Column<ConstituentRow>[] {
  const { rows, period, currency } = options;
  const { token, price } = tokenColumns<ConstituentRow>(format, currency);
  const heaviest = Math.max(0, ...rows.map(({ weight }) => weight));
  const farthest = Math.max(0, ...rows.map((row) => Math.abs(row.contribution ?? 0)));
  const day: Column<ConstituentRow> = {
    id: 'day',
    header: periodNames.day,
    kind: 'figure',
    cell: (row) => <Change value={row.day} format={format.market.percentChange} />,
    sort: { value: (row) => row.day },
    width: 84,
    wide: 124,
    from: 800,
  };
  return [
    token,
    {
      id: 'weight',
      header: 'Weight',
      kind: 'figure',
      cell: ({ weight }) => (
        <>
          {format.market.share(weight)}
          <i className={classes.bar} aria-hidden>
            <i style={{ width: `${heaviest > 0 ? (weight / heaviest) * 100 : 0}%` }} />
          </i>
        </>
      ),
      skeleton: 104,
      sort: { value: ({ weight }) => weight },
      width: 120,
      wide: 160,
      narrow: 'left',
    },
    {
      ...price,
      title: ({ token: { priceAt } }) =>
        priceAt === null ? 'No price yet' : `Price of ${format.date(priceAt)}`,
      width: 104,
      wide: 152,
      from: 560,
    },
    ...(period === 'day' ? [] : [day]),
    {
      id: 'change',
      header: periodNames[period],
      kind: 'figure',
      cell: ({ change }) => <Change value={change} format={format.market.percentChange} />,
      skeleton: 56,
      sort: { value: ({ change }) => change },
      // Since inception a change can be a thousandfold.
      width: period === 'all' ? 104 : 96,
      wide: 144,
      narrow: 'right',
      className: classes.change,
    },
    {
      id: 'contribution',
      header: 'Contribution',
      unit: 'points',
      kind: 'figure',
      cell: ({ change, contribution }) => (
        <Contribution
          // What had no price all the while was not part of the level.
          part={change === null && contribution === 0 ? null : contribution}
          farthest={farthest}
        />
      ),
      skeleton: 120,
      sort: { value: ({ contribution }) => contribution },
      width: 160,
      wide: 216,
      narrow: 'value',
      className: classes.change,
    },
    {
      id: 'spark',
      header: periodLengths[period],
      kind: 'picture',
      cell: (row) => (
        <WhenSeen>
          <PriceLine row={row} period={period} />
        </WhenSeen>
      ),
      skeleton: () => <Skeleton width={80} height={2} />,
      width: 116,
      wide: 144,
      from: 720,
    },
  ];
}

interface ContributionProps {
  readonly part: number | null;
  /** The largest part of the table, up or down, reaches the edge. */
  readonly farthest: number;
}

/** What a token added, as points of the index and as a bar from the middle. */
function Contribution({ part, farthest }: ContributionProps) {
  const format = useFormat();
  const size = farthest > 0 ? (Math.abs(part ?? 0) / farthest) * 50 : 0;
  const isLoss = (part ?? 0) < 0;
  return (
    <>
      <span className={classes.parts} aria-hidden>
        <u />
        <i
          className={isLoss ? classes.loss : classes.gain}
          style={{ left: `${isLoss ? 50 - size : 50}%`, width: `${size}%` }}
        />
      </span>
      <span className={classes.points}>{format.levelChange(part)}</span>
    </>
  );
}

const points = 40;

function PriceLine({ row, period }: { row: ConstituentRow; period: HistoryType }) {
  const format = useFormat();
  const { token, change } = row;
  const { data, error } = useQuery({
    ...tokenQueries.history(token._id, period),
    // The line moves when a record joins it; the figures beside it move with every tick.
    meta: { stepMs: stepOf[period] },
  });
  if (data === undefined) return error && <NotCome what="The prices" error={error} />;
  return (
    <Sparkline
      values={sparkPoints(data, points)}
      label={`${token.symbol}: ${format.market.percentChange(change)} over the period`}
      width={80}
    />
  );
}
