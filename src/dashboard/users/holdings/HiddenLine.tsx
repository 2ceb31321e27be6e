import { weightOf } from '#analytics/weights.ts';
import { dustShare, type HiddenDust } from '../../shared/dust.ts';
import {
  formatCount,
  formatPercent,
  formatMarketShare,
  formatTotal,
} from '../../shared/format/number.ts';
import classes from './HiddenLine.module.css';

interface HiddenLineProps {
  readonly hidden: HiddenDust;
  readonly whole: number;
  readonly onShow: () => void;
}

/** What the dust filter leaves out: never without a word. */
export function HiddenLine({ hidden, whole, onShow }: HiddenLineProps) {
  const one = hidden.count === 1;
  return (
    <output className={classes.line}>
      <span>
        {formatCount(hidden.count)} {one ? 'position' : 'positions'} under{' '}
        {formatMarketShare(dustShare)} {one ? 'is' : 'are'} hidden, {formatTotal(hidden.sum)}
        {one ? '' : ' together'} ({formatPercent(weightOf(hidden.sum, whole))} of the user).
      </span>
      <button type="button" onClick={onShow}>
        Show
      </button>
    </output>
  );
}
