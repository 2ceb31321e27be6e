import { clsx } from 'clsx';
import type { HistoryType } from '#contract/historyType.ts';
import { endText } from '../history/periodText.ts';
import { useFormat } from '../preferences/format.ts';
import { Waterfall } from '../portfolio/Waterfall.tsx';
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
  const format = useFormat();
  const { first, last, from, to, sum } = moved;
  const whole = movedSum(moved, part);
  return (
    <div className={clsx(classes.body, isOld && classes.old)}>
      <Waterfall
        label={words[part]}
        from={first}
        start={{
          label: endText(format, period, from),
          text: format.totalShort(first),
          title: format.total(first),
        }}
        steps={movedRows(moved, part)}
        end={
          part === 'total'
            ? {
                label: endText(format, period, to),
                text: format.totalShort(last),
                title: format.total(last),
              }
            : {
                label: `By ${part}`,
                text: format.changeShort(whole),
                title: format.change(whole),
              }
        }
        format={format.changeShort}
        formatFull={format.change}
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
  const format = useFormat();
  return (
    <div>
      <dt>{label}</dt>
      <dd title={format.change(value)}>{format.changeShort(value)}</dd>
    </div>
  );
}
