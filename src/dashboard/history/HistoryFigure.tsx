import { clsx } from 'clsx';
import { directionOf } from '../shared/format/number.ts';
import hidden from '../shared/ui/Hidden.module.css';
import { Skeleton } from '../shared/ui/Skeleton.tsx';
import type { Reading } from './reading.ts';
import type { FigureFormats } from './told/figures.ts';
import classes from './HistoryFigure.module.css';

interface HistoryFigureProps {
  readonly reading: Reading;
  /** What the figure counts: a currency, or what the level is measured against. */
  readonly unit: string | null;
  /** What kind of change it is: a wallet's is no return, since deposits are part of it. */
  readonly change: 'Change in value' | 'Return';
  readonly figures: FigureFormats;
  /** What the line is drawn in, and what else a point of it says. */
  readonly drawn: string;
}

/** The figure the page is about, its change, and since when. */
export function HistoryFigure(props: HistoryFigureProps) {
  const { reading, unit, change, figures, drawn } = props;
  const { whole, decimals } = figures.parts(reading.total);
  return (
    <div className={classes.figure}>
      <p className={classes.value}>
        {whole}
        <small>{decimals}</small>
        {unit !== null && reading.total !== null && <span className={classes.unit}>{unit}</span>}
      </p>
      <p className={classes.change}>
        <ChangeFigures {...{ reading, change, figures }} />
        <span className={classes.words}>
          {reading.words}
          {drawn !== '' && (
            <>
              <span className={classes.between}>; </span>
              <span className={classes.drawn}>{drawn}</span>
            </>
          )}
        </span>
      </p>
    </div>
  );
}

type ChangeFiguresProps = Pick<HistoryFigureProps, 'reading' | 'change' | 'figures'>;

function ChangeFigures({ reading, change, figures }: ChangeFiguresProps) {
  if (reading.change === null) return null;
  const { absolute, ratio, isNew } = reading.change;
  const signed = figures.signed(absolute);
  const direction = directionOf(signed);
  return (
    <>
      <span className={hidden.hidden}>{change}</span>
      <span className={clsx(classes.absolute, classes[direction])} title={titles[change]}>
        {signed}
      </span>
      <span className={classes[direction]}>{isNew ? 'new' : figures.change(ratio)}</span>
    </>
  );
}

const titles = {
  'Change in value':
    'Change in value. Deposits and withdrawals are part of it, so it is not a return.',
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
