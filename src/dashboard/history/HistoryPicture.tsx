import { extent } from '#analytics/extent.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { formatCount, formatTotal } from '../shared/format/number.ts';
import { formatDateTime } from '../shared/format/time.ts';
import { Loading } from '../shared/ui/Skeleton.tsx';
import { ChartFrame } from './ChartFrame.tsx';
import type { HistoryColumns } from './historyColumns.ts';
import classes from './HistoryPicture.module.css';

export interface HistoryPictureProps {
  readonly columns: HistoryColumns;
  readonly period: HistoryType;
  readonly point: number | null;
  readonly onPoint: (index: number | null) => void;
  readonly title: string;
  readonly whyEmpty: string;
  /** The line of another period, dimmed until the chosen one is there. */
  readonly isOld: boolean;
}

/** The line of a history, or the picture that stands for none: no records, one, or all the same. */
export function HistoryPicture(props: HistoryPictureProps) {
  const { columns, whyEmpty } = props;
  const { times, totals } = columns;
  const range = extent(totals);
  const known = totals.findLastIndex(Number.isFinite);
  if (range === null) {
    return <Still words={whyEmpty} value="–" mark="none" />;
  }
  const value = formatTotal(range[1]);
  if (times.length < 2 || times[0] === times.at(-1)) {
    const words = 'One record so far. A line needs two.';
    return <Still words={words} value={value} mark="ring" at={formatDateTime(times[known])} />;
  }
  if (range[0] === range[1]) {
    const words = `Unchanged at ${value} over ${formatCount(times.length)} records.`;
    return <Still words={words} value={value} mark="line" />;
  }
  return <ChartFrame {...props} />;
}

interface StillProps {
  readonly words: string;
  readonly value: string;
  readonly mark: 'none' | 'ring' | 'line';
  readonly at?: string;
}

/** A picture without a line that moves: what there is, and why there is no more. */
function Still({ words, value, mark, at }: StillProps) {
  return (
    <div className={classes.frame}>
      <div className={classes.still} aria-hidden>
        <i className={mark === 'line' ? classes.flat : classes.axis} />
        {mark === 'ring' && <b className={classes.ring} />}
        {at !== undefined && <span className={classes.at}>{at}</span>}
        <span className={classes.value}>{value}</span>
      </div>
      <p className={classes.words}>{words}</p>
    </div>
  );
}

/** Stands where the line will stand. */
export function PictureSkeleton() {
  return (
    <div className={classes.frame}>
      <Loading what="the history" />
    </div>
  );
}
