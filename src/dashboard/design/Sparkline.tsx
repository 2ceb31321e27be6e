import { usePrivacy } from '../preferences/preferences.ts';

interface SparklineProps {
  /** Values at even time steps; null is a gap. */
  readonly values: readonly (number | null)[];
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
  /** Belongs to a user: if figures are hidden, so is its direction. */
  readonly isPrivate?: boolean;
  /** Its change is neither gain nor loss. */
  readonly isNeutral?: boolean;
}

const inset = 2;

export function Sparkline(props: SparklineProps) {
  const { values, label, width = 104, height = 24 } = props;
  const isHidden = usePrivacy() === 'hidden' && props.isPrivate === true;
  const known = values.filter((value) => value !== null);
  const first = known[0];
  const last = known.at(-1);
  if (isHidden || first === undefined || last === undefined) return null;
  let low = first;
  let high = first;
  for (const value of known) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const xOf = (index: number) =>
    inset + (index / Math.max(1, values.length - 1)) * (width - 2 * inset);
  const yOf = (value: number) =>
    high === low ? height / 2 : inset + ((high - value) / (high - low)) * (height - 2 * inset);
  const end = values.findLastIndex((value) => value !== null);
  const isFlat = props.isNeutral === true || last === first;
  const direction = isFlat ? 'flat' : last > first ? 'up' : 'down';
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      display="block"
      overflow="visible"
      fill="none"
      role="img"
      aria-label={label}
    >
      <path stroke="var(--line-2)" d={`M0 ${yOf(first).toFixed(2)}H${width}`} />
      <path
        stroke="var(--ink-3)"
        strokeWidth="var(--stroke-quiet)"
        strokeLinejoin="round"
        strokeLinecap="round"
        d={pathOf(values, xOf, yOf)}
      />
      <circle data-direction={direction} fill="currentColor" cx={xOf(end)} cy={yOf(last)} r={2} />
    </svg>
  );
}

function pathOf(
  values: readonly (number | null)[],
  xOf: (index: number) => number,
  yOf: (value: number) => number,
): string {
  let path = '';
  let isPenDown = false;
  for (const [index, value] of values.entries()) {
    if (value !== null)
      path += `${isPenDown ? 'L' : 'M'}${xOf(index).toFixed(2)} ${yOf(value).toFixed(2)}`;
    isPenDown = value !== null;
  }
  return path;
}
