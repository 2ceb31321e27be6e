import { clsx } from 'clsx';
import { directionOf } from '../format/number.ts';
import classes from './Waterfall.module.css';

export interface WaterfallStep {
  readonly key: string;
  readonly label: string;
  /** The full name, on hover. */
  readonly title?: string;
  readonly value: number;
}

interface WaterfallEnd {
  readonly label: string;
  /** As it is written; a level, or what the steps add up to. */
  readonly text: string;
  readonly title?: string;
}

interface WaterfallProps {
  /** What it tells: "What moved the value, by token". */
  readonly label: string;
  /** The value before the first step. */
  readonly from: number;
  readonly start: WaterfallEnd;
  readonly steps: readonly WaterfallStep[];
  readonly end: WaterfallEnd;
  readonly format: (value: number) => string;
  /** The full figure, on hover. */
  readonly formatFull: (value: number) => string;
}

/** Steps from one value to another, each beginning where the one before ended. The ends are ticks: they are not from zero. */
export function Waterfall(props: WaterfallProps) {
  const { label, from, start, steps, end, format, formatFull } = props;
  const levels = [from];
  for (const { value } of steps) levels.push((levels.at(-1) ?? 0) + value);
  const low = levels.reduce((a, b) => Math.min(a, b), from);
  const high = levels.reduce((a, b) => Math.max(a, b), from);
  const at = (level: number) => (high > low ? ((level - low) / (high - low)) * 100 : 50);
  return (
    <ol className={classes.waterfall} aria-label={label}>
      <End {...start} at={at(from)} />
      {steps.map(({ key, label: name, title, value }, index) => {
        const [before = 0, after = 0] = levels.slice(index, index + 2);
        const text = format(value);
        const direction = directionOf(text);
        return (
          <li key={key}>
            <span className={classes.label} title={title}>
              <bdi>{name}</bdi>
            </span>
            <span className={classes.track} aria-hidden>
              <i
                className={value < 0 ? classes.loss : classes.gain}
                style={{
                  left: `${at(Math.min(before, after))}%`,
                  width: `max(1.5px, ${Math.abs(at(after) - at(before))}%)`,
                }}
              />
              <s style={{ left: `${at(after)}%` }} />
            </span>
            <span className={clsx(classes.value, classes[direction])} title={formatFull(value)}>
              {text}
            </span>
          </li>
        );
      })}
      <End {...end} at={at(levels.at(-1) ?? from)} />
    </ol>
  );
}

function End({ label, text, title, at }: WaterfallEnd & { readonly at: number }) {
  return (
    <li className={classes.end}>
      <span className={classes.label}>{label}</span>
      <span className={classes.track} aria-hidden>
        <b style={{ left: `${at}%` }} />
      </span>
      <span className={classes.value} title={title}>
        {text}
      </span>
    </li>
  );
}
