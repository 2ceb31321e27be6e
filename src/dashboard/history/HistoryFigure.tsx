import { clsx } from 'clsx';
import {
  directionOf,
  formatSignedPercent,
  formatSignedTotal,
  formatTotalParts,
} from '../shared/format/number.ts';
import hidden from '../shared/ui/Hidden.module.css';
import { Skeleton } from '../shared/ui/Skeleton.tsx';
import type { Reading } from './reading.ts';
import classes from './HistoryFigure.module.css';

interface HistoryFigureProps {
  readonly reading: Reading;
  /** What the figure counts: a currency, or what the level is measured against. */
  readonly unit: string | null;
  /** What kind of change it is: a wallet's is no return, since deposits are not known. */
  readonly change: 'Change in value' | 'Return';
}

/** The figure the page is about, its change, and since when. */
export function HistoryFigure({ reading, unit, change }: HistoryFigureProps) {
  const { whole, decimals } = formatTotalParts(reading.total);
  return (
    <div className={classes.figure}>
      <p className={classes.value}>
        {whole}
        <small>{decimals}</small>
        {unit !== null && <span className={classes.unit}>{unit}</span>}
      </p>
      <p className={classes.change}>
        <ChangeFigures reading={reading} change={change} />
        <span className={classes.words}>{reading.words}</span>
      </p>
    </div>
  );
}

function ChangeFigures({ reading, change }: Pick<HistoryFigureProps, 'reading' | 'change'>) {
  if (reading.change === null) return null;
  const { absolute, ratio, isNew } = reading.change;
  const signed = formatSignedTotal(absolute);
  const direction = directionOf(signed);
  return (
    <>
      <span className={hidden.hidden}>{change}</span>
      <span className={clsx(classes.absolute, classes[direction])} title={titles[change]}>
        {signed}
      </span>
      <span className={classes[direction]}>{isNew ? 'new' : formatSignedPercent(ratio)}</span>
    </>
  );
}

const titles = {
  'Change in value': 'Change in value. Deposits and withdrawals are not known, so it is no return.',
  Return: 'Return: the last level against the first of this window.',
} as const;

/** Stands where the figure will stand. */
export function HistoryFigureSkeleton() {
  return (
    <div className={classes.figure}>
      <p className={classes.value}>
        <Skeleton width={260} height={30} />
      </p>
      <p className={classes.change}>
        <Skeleton width={220} />
      </p>
    </div>
  );
}
