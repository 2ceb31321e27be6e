/** What stands where a figure is not known. */
export const unknownFigure = '–';

// The words of the pages are English, so their figures are too.
const locale = 'en-GB';
const thinSpace = '\u2009';

type Figure = number | null | undefined;

const decimals2 = fixed(2);
const decimals1 = fixed(1);
const whole = fixed(0);
const decimals4 = fixed(4);
const fixedFormats = Array.from({ length: 13 }, (_, digits) => fixed(digits));
const upTo8 = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 8 });
const significant4 = new Intl.NumberFormat(locale, {
  minimumSignificantDigits: 4,
  maximumSignificantDigits: 4,
});
const scientific = new Intl.NumberFormat(locale, {
  notation: 'scientific',
  maximumFractionDigits: 4,
});

function fixed(digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Beyond this a double holds no cents and a column no digits. */
const tooLongToWrite = 1e18;

/** `1,234.50`, `−0.38`, never `-0` or `NaN`. */
export function formatTotal(value: Figure): string {
  return write(value, decimals2);
}

/** `+650,893.01`; zero has no sign. */
export function formatSignedTotal(value: Figure): string {
  return signed(formatTotal(value));
}

/** The whole and the decimals apart, for header figures: `184,273,118` and `.42`. */
export function formatTotalParts(value: Figure): { whole: string; decimals: string } {
  const text = formatTotal(value);
  const dot = text.lastIndexOf('.');
  if (dot === -1 || text.includes('E')) return { whole: text, decimals: '' };
  return { whole: text.slice(0, dot), decimals: text.slice(dot) };
}

const units = [
  { unit: 'T', size: 1e12 },
  { unit: 'B', size: 1e9 },
  { unit: 'M', size: 1e6 },
  { unit: 'K', size: 1e3 },
] as const;

/** `48.21 B`, for strips and axes; the full figure stands on hover. */
export function formatTotalShort(value: Figure): string {
  if (!isFigure(value)) return unknownFigure;
  // 999,999.999 is one million when rounded, so the unit is chosen after rounding to five digits.
  const size = Math.abs(Number(value.toPrecision(5)));
  const unit = units.find((candidate) => size >= candidate.size);
  if (unit === undefined || size >= tooLongToWrite) return formatTotal(value);
  return `${write(value / unit.size, decimals2)}${thinSpace}${unit.unit}`;
}

/** `+628.41 M`; zero has no sign. */
export function formatSignedTotalShort(value: Figure): string {
  return signed(formatTotalShort(value));
}

/** The axis a value stands on: the distance of two ticks, and the largest size, which decides the unit for all of them. */
export interface AxisScale {
  readonly step: number;
  readonly largest: number;
}

/** A tick of an axis: no more decimals than tell it from the next, `180 M`, `25,000`, `0.00002`. */
export function formatTick(value: number, axis: AxisScale): string {
  if (value === 0) return '0';
  return onAxis(value, axis, 0, 0);
}

/** A value named beside an axis: one decimal more than its ticks, and at least two, `184.27 M`. */
export function formatBesideAxis(value: number, axis: AxisScale): string {
  return onAxis(value, axis, 1, 2);
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

/** An amount of a token: two to eight decimals, as many as it has. */
export function formatAmount(value: Figure): string {
  const isSmall = isFigure(value) && value !== 0 && Math.abs(value) < 5e-9;
  return write(value, isSmall ? scientific : upTo8);
}

/** A count: `100,000`. */
export function formatCount(value: Figure): string {
  return write(value, whole);
}

/** A ratio in per cent, two decimals, without +: `12.50 %`. */
export function formatPercent(ratio: Figure): string {
  return percent(ratio, decimals2);
}

/** A change in per cent: `+1.32 %`, `−0.38 %`, `0.00 %`. */
export function formatSignedPercent(ratio: Figure): string {
  return signed(formatPercent(ratio));
}

/** A share or a weight, one decimal: `31.2 %`. */
export function formatShare(ratio: Figure): string {
  return percent(ratio, decimals1);
}

/** A difference of two ratios in points, one decimal: `+3.1`. */
export function formatSignedPoints(ratio: Figure): string {
  return signed(write(isFigure(ratio) ? ratio * 100 : ratio, decimals1));
}

function percent(ratio: Figure, format: Intl.NumberFormat): string {
  const text = write(isFigure(ratio) ? ratio * 100 : ratio, format);
  return text === unknownFigure ? text : `${text}${thinSpace}%`;
}

function isFigure(value: Figure): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function write(value: Figure, format: Intl.NumberFormat): string {
  if (!isFigure(value)) return unknownFigure;
  const size = Math.abs(value);
  const text = (size >= tooLongToWrite ? scientific : format).format(size);
  return value < 0 && isNotZero(text) ? `−${text}` : text;
}

/** A plus before what is above zero as written: 0.001 is `0.00`, not `+0.00`. */
function signed(text: string): string {
  return text.startsWith('−') || !isNotZero(text) ? text : `+${text}`;
}

function isNotZero(text: string): boolean {
  return /[1-9]/.test(text);
}

export type Direction = 'up' | 'down' | 'flat' | 'unknown';

/** The direction of a change as it is written, so that sign, arrow and colour never disagree with the figure. */
export function directionOf(text: string): Direction {
  if (text === unknownFigure) return 'unknown';
  if (text.startsWith('−')) return 'down';
  return isNotZero(text) ? 'up' : 'flat';
}
