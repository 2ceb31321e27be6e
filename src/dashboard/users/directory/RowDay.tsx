import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { changeOf } from '#analytics/change.ts';
import { historyOf, historyQuery } from '../../history/queries.ts';
import { sparkPoints } from '../../history/sparkPoints.ts';
import { formatSignedPercent, formatSignedTotal } from '../../shared/format/number.ts';
import { Change } from '../../shared/ui/Change.tsx';
import { NoCell } from '../../shared/ui/NoCell.tsx';
import { NotCome } from '../../shared/ui/NotCome.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Sparkline } from '../../shared/ui/Sparkline.tsx';
import table from '../../shared/ui/Table.module.css';
import classes from './DirectoryTable.module.css';
import { useRowQuery } from './rowQuery.ts';

const points = 52;

/** The cell of a line of the past day, with or without it. */
export function LineCell({ children }: { readonly children: ReactNode }) {
  return <td className={classes.spark}>{children}</td>;
}

/** How the total went over the past day, as a line. */
export function DayLine({ customId }: { readonly customId: string }) {
  return <Line {...useDay(customId)} customId={customId} />;
}

type Day = ReturnType<typeof useDay>;

function useDay(customId: string) {
  return useRowQuery(historyQuery(historyOf.user(customId), 'day'));
}

function Line({
  data,
  error,
  customId,
}: Pick<Day, 'data' | 'error'> & { readonly customId: string }) {
  if (data === undefined) {
    return error === null ? (
      <Skeleton width="100%" height={2} />
    ) : (
      <NotCome what="The history" error={error} />
    );
  }
  return (
    <Sparkline
      values={sparkPoints(data, points)}
      label={`${customId}: ${formatSignedPercent(changeOf(data.totals)?.ratio)} over the past day`}
    />
  );
}

interface DayCellsProps {
  readonly customId: string;
  readonly isAtRest: boolean;
}

/** The past day of one user, where the service does not tell it of all: from the history of this one. */
export function DayCells({ customId, isAtRest }: DayCellsProps) {
  if (isAtRest) return <SeenDay customId={customId} />;
  return (
    <>
      <NoCell className={classes.change} />
      <NoCell className={classes.percent} />
      <LineCell>{null}</LineCell>
    </>
  );
}

function SeenDay({ customId }: { readonly customId: string }) {
  const day = useDay(customId);
  const change = day.data === undefined ? null : changeOf(day.data.totals);
  const isComing = day.data === undefined && day.error === null;
  return (
    <>
      <td className={clsx(table.num, classes.change, change?.isNew === true && classes.quiet)}>
        {isComing && <Skeleton width={84} />}
        {!isComing && (change?.isNew === true ? 'new' : formatSignedTotal(change?.absolute))}
      </td>
      <td className={clsx(table.num, classes.percent)}>
        {isComing ? <Skeleton width={52} /> : <Change value={change?.ratio} />}
      </td>
      <LineCell>
        <Line {...day} customId={customId} />
      </LineCell>
    </>
  );
}
