import {
  decimalMark,
  type Figure,
  fixed,
  formatWith,
  hiddenRatio,
  hiddenTotal,
  isFigure,
  isNotZero,
  percent,
  ratio,
  scientific,
  signed,
  thinSpace,
  tooLongToWrite,
  total,
  unknownFigure,
  write,
} from './writing.ts';

// What belongs to a user follows the preference of privacy: sums of money and amounts of tokens (`formatTotal…`, `formatAmount`)
// are dots from "percentages only" on, shares and changes (`formatPercent`, `formatShare`…) in "hidden" too. What the market
// knows is public and always written: `formatPrice`, `formatLevel…`, `formatMarket…`, and counts.

export { unknownFigure };

const decimals2 = fixed(2);
const decimals1 = fixed(1);
const whole = fixed(0);
const decimals4 = fixed(4);
const fixedFormats = Array.from({ length: 13 }, (_, digits) => fixed(digits));
const upTo8 = formatWith({ minimumFractionDigits: 2, maximumFractionDigits: 8 });
const significant4 = formatWith({ minimumSignificantDigits: 4, maximumSignificantDigits: 4 });

/** `1,234.50`, `−0.38`, never `-0` or `NaN`. */
export function formatTotal(value: Figure): string {
  return total(value, () => formatLevel(value));
}

/** `+650,893.01`; zero has no sign. */
export function formatSignedTotal(value: Figure): string {
  return signed(formatTotal(value));
}

/** The whole and the decimals apart, for header figures: `184,273,118` and `.42`. */
export function formatTotalParts(value: Figure): FigureParts {
  return partsOf(formatTotal(value));
}

/** The level of a thematic or another figure of the market, which is no secret: `1,234.50`. */
export function formatLevel(value: Figure): string {
  return write(value, decimals2);
}

/** `+12.40`; zero has no sign. */
export function formatSignedLevel(value: Figure): string {
  return signed(formatLevel(value));
}

/** The whole and the decimals of a level apart. */
export function formatLevelParts(value: Figure): FigureParts {
  return partsOf(formatLevel(value));
}

export interface FigureParts {
  readonly whole: string;
  readonly decimals: string;
}

function partsOf(text: string): FigureParts {
  const mark = text.lastIndexOf(decimalMark());
  if (mark === -1 || text.includes('E')) return { whole: text, decimals: '' };
  return { whole: text.slice(0, mark), decimals: text.slice(mark) };
}

const units = [
  { unit: 'T', size: 1e12 },
  { unit: 'B', size: 1e9 },
  { unit: 'M', size: 1e6 },
  { unit: 'K', size: 1e3 },
] as const;

/** `48.21 B`, for strips and axes; the full figure stands on hover. */
export function formatTotalShort(value: Figure): string {
  return total(value, () => {
    if (!isFigure(value)) return unknownFigure;
    // 999,999.999 is one million when rounded, so the unit is chosen after rounding to five digits.
    const size = Math.abs(Number(value.toPrecision(5)));
    const unit = units.find((candidate) => size >= candidate.size);
    if (unit === undefined || size >= tooLongToWrite) return formatLevel(value);
    return `${write(value / unit.size, decimals2)}${thinSpace}${unit.unit}`;
  });
}

/** `+628.41 M`; zero has no sign. */
export function formatSignedTotalShort(value: Figure): string {
  return signed(formatTotalShort(value));
}

/** The axis a value stands on: the distance of two ticks, and the largest size, which decides the unit for all of them. */
export interface AxisScale {
  readonly step: number;
  readonly largest: number;
  /** What stands on it belongs to the market and not to a user, so privacy leaves it. */
  readonly isPublic?: boolean;
}

/** A tick of an axis: no more decimals than tell it from the next, `180 M`, `25,000`, `0.00002`. In privacy an axis has none. */
export function formatTick(value: number, axis: AxisScale): string {
  const text = () => (value === 0 ? '0' : onAxis(value, axis, 0, 0));
  return axis.isPublic === true ? text() : unlessHidden(total(value, text));
}

/** A value named beside an axis: one decimal more than its ticks, and at least two, `184.27 M`. */
export function formatBesideAxis(value: number, axis: AxisScale): string {
  const text = () => onAxis(value, axis, 1, 2);
  return axis.isPublic === true ? text() : total(value, text);
}

/** A level rebased to 100, two decimals: `104.32`. It tells a change, as a per cent does. */
export function formatIndex(value: Figure): string {
  return ratio(value, () => formatLevel(value));
}

/** A difference of two indices in points, two decimals: `−4.83`. */
export function formatSignedIndex(value: Figure): string {
  return signed(formatIndex(value));
}

/** A tick of an axis of indices: `100`, `102.5`. */
export function formatIndexTick(value: number, axis: AxisScale): string {
  const text = () => onAxis(value, axis, 0, 0);
  return axis.isPublic === true ? text() : unlessHidden(ratio(value, text));
}

/** A tick of an axis of ratios, in per cent: `−25 %`, `+2.5 %`, `0 %`. */
export function formatPercentTick(change: number, { step, isPublic = false }: AxisScale): string {
  const digits = Math.min(12, step > 0 ? decimalsOf(step * 100) : 0);
  const text = () => signed(percent(change, fixedFormats[digits] ?? decimals2));
  return isPublic ? text() : unlessHidden(ratio(change, text));
}

function unlessHidden(text: string): string {
  return text === hiddenTotal || text === hiddenRatio ? '' : text;
}

function onAxis(value: number, axis: AxisScale, more: number, least: number): string {
  // A number of up to six digits is as short as one with a unit.
  const unit = axis.largest < 1e6 ? undefined : units.find(({ size }) => axis.largest >= size);
  const size = unit?.size ?? 1;
  const needed = axis.step > 0 ? decimalsOf(axis.step / size) : 0;
  const digits = Math.min(12, Math.max(least, needed + (needed > 0 ? more : 0)));
  const text = write(value / size, fixedFormats[digits] ?? decimals2);
  return unit === undefined ? text : `${text}${thinSpace}${unit.unit}`;
}

/** How many decimals a step such as 0.25 needs: 2. */
function decimalsOf(step: number): number {
  for (let digits = 0; digits < 12; digits += 1) {
    const scaled = step * 10 ** digits;
    if (scaled >= 1 && Math.abs(scaled - Math.round(scaled)) < 1e-6) return digits;
  }
  return 12;
}

/** Four decimals; a price under 0.01 keeps four significant digits (`0.00001234`), or it would read as nothing. */
export function formatPrice(value: Figure): string {
  const isSmall = isFigure(value) && value !== 0 && Math.abs(value) < 0.01;
  if (isSmall)
    return Math.abs(value) < 1e-12 ? write(value, scientific) : write(value, significant4);
  return write(value, decimals4);
}

/** An amount of a token: two to eight decimals, as many as it has. With its price it tells a sum, so privacy hides it. */
export function formatAmount(value: Figure): string {
  const isSmall = isFigure(value) && value !== 0 && Math.abs(value) < 5e-9;
  return total(value, () => write(value, isSmall ? scientific : upTo8));
}

/** A count: `100,000`. */
export function formatCount(value: Figure): string {
  return write(value, whole);
}

/** A short time: `38 ms`. */
export function formatMilliseconds(value: Figure): string {
  return `${write(value, whole)}${thinSpace}ms`;
}

/** A ratio in per cent, two decimals, without +: `12.50 %`. */
export function formatPercent(value: Figure): string {
  return ratio(value, () => percent(value, decimals2));
}

/** A change in per cent: `+1.32 %`, `−0.38 %`, `0.00 %`. */
export function formatSignedPercent(value: Figure): string {
  return signed(formatPercent(value));
}

/** The same of a thematic, a price or another figure of the market: `12.50 %`. */
export function formatMarketPercent(value: Figure): string {
  return percent(value, decimals2);
}

/** `+1.32 %` of a thematic, a price or another figure of the market. */
export function formatMarketChange(value: Figure): string {
  return signed(formatMarketPercent(value));
}

/** A share or a weight, one decimal: `31.2 %`. */
export function formatShare(value: Figure): string {
  return ratio(value, () => percent(value, decimals1));
}

/** The weight of a token in a thematic, which is no secret: `31.2 %`. */
export function formatMarketShare(value: Figure): string {
  return percent(value, decimals1);
}

/** A difference of two ratios in points, one decimal: `+3.1`. */
export function formatSignedPoints(value: Figure): string {
  return ratio(value, () => formatMarketPoints(value));
}

/** The same of figures of the market. */
export function formatMarketPoints(value: Figure): string {
  return signed(write(isFigure(value) ? value * 100 : value, decimals1));
}

/** What a part added to a change of the market, or a difference of two such changes, in points: `+0.61`. */
export function formatMarketFinePoints(value: Figure): string {
  return signed(write(isFigure(value) ? value * 100 : value, decimals2));
}

export type Direction = 'up' | 'down' | 'flat' | 'unknown';

/** The direction of a change as it is written, so that sign, arrow and colour never disagree with the figure, nor tell a hidden one. */
export function directionOf(text: string): Direction {
  if (text === unknownFigure || text === hiddenTotal || text === hiddenRatio) return 'unknown';
  if (text.startsWith('−')) return 'down';
  return isNotZero(text) ? 'up' : 'flat';
}
