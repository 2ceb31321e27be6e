import { Button } from '../shared/ui/Button.tsx';
import { formatCount } from '../shared/format/number.ts';
import { formatDateTime } from '../shared/format/time.ts';
import { Loading } from '../shared/ui/Skeleton.tsx';
import { ChartFrame, type ChartFrameProps } from './ChartFrame.tsx';
import { extremesOf } from './data/extremesOf.ts';
import type { HistoryColumns } from './historyColumns.ts';
import { spanWords } from './periodWords.ts';
import { figuresOf } from './told/figures.ts';
import classes from './HistoryPicture.module.css';

interface HistoryPictureProps extends ChartFrameProps {
  /** The visible records. */
  readonly columns: HistoryColumns;
  readonly whyEmpty: string;
}

/** The line of a history, or the picture that stands for none: no records, one, or all the same. */
export function HistoryPicture({ columns, whyEmpty, ...chart }: HistoryPictureProps) {
  const { times, totals } = columns;
  const { window, scene } = chart;
  const range = extremesOf(totals);
  const known = totals.findLastIndex(Number.isFinite);
  const onReset = window.zoom === null ? undefined : window.reset;
  if (times.length < 2 && window.zoom !== null) {
    const words = `${times.length === 0 ? 'No record' : 'One record'} from ${spanWords(window.zoom)}.`;
    return <Still words={words} value="–" mark="none" onReset={onReset} />;
  }
  if (range === null) {
    const words = times.length === 0 ? whyEmpty : `${countWords(times.length)}: no total is known.`;
    return <Still words={words} value="–" mark="none" onReset={onReset} />;
  }
  const value = figuresOf(scene).total(range.high);
  const isAtOnce = times[0] === times.at(-1);
  if (isAtOnce || totals.findIndex(Number.isFinite) === known) {
    const count = countWords(times.length);
    const words =
      times.length === 1
        ? 'One record so far. A line needs two.'
        : `${count}, ${isAtOnce ? 'all at one instant' : 'of which one is known'}. A line needs two.`;
    const at = formatDateTime(times[known]);
    return <Still words={words} value={value} mark="ring" at={at} onReset={onReset} />;
  }
  if (range.low === range.high && scene.lines.length === 1) {
    const words = `Unchanged at ${value} over ${countWords(times.length)}.`;
    return <Still words={words} value={value} mark="line" onReset={onReset} />;
  }
  if (scene.lines.every(({ shown }) => extremesOf(shown) === null)) {
    return <Still words={whyNotTold[scene.mode]} value="–" mark="none" onReset={onReset} />;
  }
  return <ChartFrame {...chart} />;
}

function countWords(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'record' : 'records'}`;
}

/** Why there are records and no line of them. */
const whyNotTold = {
  value: 'No record of this stretch is known.',
  percent: 'Every record is 0 until the last: there is nothing to compare with.',
  index: 'An index needs a first record above 0.',
  drawdown: 'A drawdown needs a record above 0.',
} as const;

interface StillProps {
  readonly words: string;
  readonly value: string;
  readonly mark: 'none' | 'ring' | 'line';
  readonly at?: string;
  readonly onReset?: (() => void) | undefined;
}

/** A picture without a line that moves: what there is, and why there is no more. */
export function Still({ words, value, mark, at, onReset }: StillProps) {
  return (
    <div className={classes.frame}>
      <div className={classes.still} aria-hidden>
        <i className={mark === 'line' ? classes.flat : classes.axis} />
        {mark === 'ring' && <b className={classes.ring} />}
        {at !== undefined && <span className={classes.at}>{at}</span>}
        <span className={classes.value}>{value}</span>
      </div>
      <p className={classes.words}>
        {words}
        {onReset !== undefined && <Button onClick={onReset}>Show all of the period</Button>}
      </p>
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
