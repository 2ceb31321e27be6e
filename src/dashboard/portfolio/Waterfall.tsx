import { clsx } from 'clsx';
import { extent } from 'd3-array';
import { sumOf } from '#analytics/weights.ts';
import { directionOf } from '../preferences/figures.ts';
import classes from './Waterfall.module.css';

export interface WaterfallStep {
  readonly key: string;
  readonly label: string;
  readonly title?: string;
  readonly value: number;
  /** Part of the value that is flow: neither gain nor loss. */
  readonly flow?: number;
  /** Number of parts, if it stands for several; it is then among the others. */
  readonly count?: number;
}

interface WaterfallEnd {
  readonly label: string;
  readonly text: string;
  readonly title?: string;
}

interface WaterfallProps {
  readonly label: string;
  readonly from: number;
  readonly start: WaterfallEnd;
  readonly steps: readonly WaterfallStep[];
  readonly end: WaterfallEnd;
  readonly format: (value: number) => string;
  readonly formatFull: (value: number) => string;
}

/**
 * Each step starts where the previous one ended. Flows are neutral, below price effects. The axis does not start at zero, so
 * the ends are ticks.
 */
export function Waterfall(props: WaterfallProps) {
  const { label, from, start, steps, end, format, formatFull } = props;
  const levels = [from];
  for (const { value } of steps) levels.push((levels.at(-1) ?? 0) + value);
  // Levels between the price effect and the flow of a step.
  const inner = steps.map(({ flow = 0 }, index) => (levels[index + 1] ?? 0) - flow);
  const [low = from, high = from] = extent([...levels, ...inner]);
  const at = (level: number) => (high > low ? ((level - low) / (high - low)) * 100 : 50);
  const between = (one: number, other: number) => ({
    left: `${at(Math.min(one, other))}%`,
    width: `max(1.5px, ${Math.abs(at(other) - at(one))}%)`,
  });
  return (
    <ol className={classes.waterfall} aria-label={label}>
      <End {...start} at={at(from)} />
      {steps.map(({ key, label: name, title, value, flow = 0 }, index) => {
        const [before = 0, after = 0] = levels.slice(index, index + 2);
        const text = format(value);
        const gain = value - flow;
        return (
          <li key={key}>
            <span className={classes.label} title={title}>
              <bdi>{name}</bdi>
            </span>
            <span className={classes.track} aria-hidden>
              {flow !== value && (
                <i
                  className={clsx(
                    gain < 0 ? classes.loss : classes.gain,
                    flow !== 0 && classes.upper,
                  )}
                  style={between(before, before + gain)}
                />
              )}
              {flow !== 0 && (
                <i
                  className={clsx(classes.flow, flow !== value && classes.lower)}
                  style={between(after - flow, after)}
                />
              )}
              <s style={{ left: `${at(after)}%` }} />
            </span>
            <span
              className={classes.value}
              data-direction={flow === 0 ? directionOf(text) : undefined}
              title={formatFull(value)}
            >
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

const maxNames = 40;

const countOf = ({ count = 1 }: WaterfallStep): number => count;

/** Returns the largest steps, descending, and all others as one step. Omits steps of zero. The sum is unchanged. */
export function largestSteps(all: readonly WaterfallStep[], limit = 8): WaterfallStep[] {
  const moved = all
    .filter(({ value, flow = 0 }) => value !== 0 || flow !== 0)
    .toSorted((a, b) => countOf(a) - countOf(b) || Math.abs(b.value) - Math.abs(a.value));
  const firstOfSeveral = moved.findIndex((step) => countOf(step) > 1);
  const own = firstOfSeveral === -1 ? moved.length : firstOfSeveral;
  const steps = moved.slice(0, moved.length === limit + 1 ? own : Math.min(limit, own));
  const others = moved.slice(steps.length);
  if (others.length === 0) return steps;
  const names = others.slice(0, maxNames).map(({ label }) => label);
  return [
    ...steps,
    {
      key: 'others',
      label: `${sumOf(others.map(countOf))} others`,
      title: names.join(', '),
      value: sumOf(others.map(({ value }) => value)),
      flow: sumOf(others.map(({ flow = 0 }) => flow)),
    },
  ];
}
