import { clsx } from 'clsx';
import type { HistoryType } from '#contract/historyType.ts';
import { endWords } from '../history/periodWords.ts';
import {
  formatSignedTotal,
  formatSignedTotalShort,
  formatTotal,
  formatTotalShort,
} from '../shared/format/number.ts';
import { Waterfall } from '../shared/ui/Waterfall.tsx';
import { type Moved, type MovedPart, movedRows, movedSum } from './moved.ts';
import classes from './WhatMoved.module.css';

interface MovedPictureProps {
  readonly moved: Moved;
  readonly part: MovedPart;
  readonly period: HistoryType;
  readonly isOld: boolean;
}

const words: Record<MovedPart, string> = {
  total: 'What moved the value',
  price: 'What prices did to the value',
  amount: 'What amounts that came or went did to the value',
};

/** The waterfall from the first value of the window to the last, and its two causes with what is left over. */
export function MovedPicture({ moved, part, period, isOld }: MovedPictureProps) {
  const { first, last, from, to, sum } = moved;
  const whole = movedSum(moved, part);
  return (
    <div className={clsx(classes.body, isOld && classes.old)}>
      <Waterfall
        label={words[part]}
        from={first}
        start={{
          label: endWords(period, from),
          text: formatTotalShort(first),
          title: formatTotal(first),
        }}
        steps={movedRows(moved, part)}
        end={
          part === 'total'
            ? {
                label: endWords(period, to),
                text: formatTotalShort(last),
                title: formatTotal(last),
              }
            : {
                label: `By ${part}`,
                text: formatSignedTotalShort(whole),
                title: formatSignedTotal(whole),
              }
        }
        format={formatSignedTotalShort}
        formatFull={formatSignedTotal}
      />
      <dl className={classes.parts}>
        <Cause label="by price" value={sum.price} />
        <Cause label="by amount" value={sum.amount} />
        <Cause label="residual" value={sum.residual} />
      </dl>
      {Math.abs(sum.amount) >= 0.005 && (
        <p className={classes.note}>
          Amounts changed: what came and went is no gain and no loss, so the change in value is no
          return.
        </p>
      )}
    </div>
  );
}

function Cause({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd title={formatSignedTotal(value)}>{formatSignedTotalShort(value)}</dd>
    </div>
  );
}
