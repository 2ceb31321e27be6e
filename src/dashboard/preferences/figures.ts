import { chosenLocale, type Preferences } from './preferences.ts';

/** null or undefined if unknown. */
export type FormattableFigure = number | null | undefined;
export const unknownFigure = '–';
/** Replaces a change from nothing. */
export const newFigure = 'new';
/** A constant length, which does not reveal the size of a hidden sum; and the same for a hidden share or change. */
export const hiddenTotal = '•••••••';
export const hiddenRatio = '•••';
export const thinSpace = '\u2009';

/** From here on figures have six significant digits. */
const largestFull = 1e15;
/** Smaller ratios are rounding errors. */
const smallestRatio = 1e-14;

/** The distance of two ticks, and the largest size, which decides the unit of all ticks. */
export interface AxisScale {
  readonly step: number;
  readonly largest: number;
}

/** `184,273,118` and `.42` */
export interface FigureParts {
  readonly whole: string;
  readonly decimals: string;
}

/** A hidden axis has no ticks. */
const tickOf = (text: string) => (text === hiddenTotal || text === hiddenRatio ? '' : text);

const units = [
  { unit: 'T', size: 1e12 },
  { unit: 'B', size: 1e9 },
  { unit: 'M', size: 1e6 },
  { unit: 'K', size: 1e3 },
] as const;

export function figuresIn(preferences: Preferences) {
  const { privacy } = preferences;
  const locale = chosenLocale(preferences);
  const total = (value: FormattableFigure, text: string) =>
    privacy !== 'off' && isFigure(value) ? hiddenTotal : text;
  const ratio = (value: FormattableFigure, text: string) =>
    privacy === 'hidden' && isFigure(value) ? hiddenRatio : text;
  const rounded = (value: FormattableFigure, digits: number) =>
    write(value, locale, decimals(digits), digits);
  const full = (value: FormattableFigure) => rounded(value, 2);
  const short = (value: FormattableFigure) => {
    if (!isFigure(value)) return unknownFigure;
    // 999,999.999 rounds to one million, so the unit is chosen after rounding to five digits.
    const size = Math.abs(Number(value.toPrecision(5)));
    const unit = units.find((candidate) => size >= candidate.size);
    if (unit === undefined || size >= largestFull) return full(value);
    return `${full(value / unit.size)}${thinSpace}${unit.unit}`;
  };
  const inHundredths = (value: FormattableFigure, digits: number) =>
    rounded(isFigure(value) ? hundredfold(value) : value, digits);
  const inPercent = (value: FormattableFigure, digits: number) => {
    const text = inHundredths(value, digits);
    return text === unknownFigure ? text : `${text}${thinSpace}%`;
  };
  const inPoints = (value: FormattableFigure, digits: number) =>
    signed(inHundredths(value, digits));
  const figures = {
    /** A count: `100,000`. */
    number: (value: FormattableFigure) => write(value, locale, decimals(0)),
    /** A count and its noun: `1 user`, `1,200 users`. */
    count: (value: number, noun: string) =>
      `${figures.number(value)} ${noun}${value === 1 ? '' : 's'}`,
    /** `1,234.50` */
    total: (value: FormattableFigure) => total(value, full(value)),
    /** `48.21 B`, for strips and axes. */
    totalShort: (value: FormattableFigure) => total(value, short(value)),
    /** `+650,893.01`; zero has no sign. */
    change: (value: FormattableFigure) => signed(figures.total(value)),
    /** `+628.41 M` */
    changeShort: (value: FormattableFigure) => signed(figures.totalShort(value)),
    parts: (text: string): FigureParts => partsOf(text, locale),
    /** Two to eight decimals. An amount and a price reveal a sum, so privacy hides amounts. */
    amount: (value: FormattableFigure) =>
      total(value, write(value, locale, isTiny(value, 5e-9) ? scientific : upTo8)),
    /** A text with a digit may be an amount, so privacy hides it. */
    attribute: (text: string) => (privacy !== 'off' && /\p{N}/u.test(text) ? hiddenTotal : text),
    /** `+10.00` */
    amountChange: (value: FormattableFigure) => signed(figures.amount(value)),
    /** Four decimals; a price under 0.01 keeps four significant digits: `0.00001234`. */
    price: (value: FormattableFigure) =>
      write(
        value,
        locale,
        isTiny(value, 1e-12) ? scientific : isTiny(value, 0.01) ? significant4 : decimals(4),
      ),
    priceChange: (value: FormattableFigure) => signed(figures.price(value)),
    /** Level of a thematic, which is public: `104.32`. */
    level: (value: FormattableFigure) => full(value),
    levelChange: (value: FormattableFigure) => signed(full(value)),
    /** `12.50 %` */
    percent: (value: FormattableFigure) => ratio(value, inPercent(value, 2)),
    /** `+1.32 %`; zero has no sign. */
    percentChange: (value: FormattableFigure) => signed(figures.percent(value)),
    /** A share or a weight, one decimal: `31.2 %`. */
    share: (value: FormattableFigure) => ratio(value, inPercent(value, 1)),
    /** An index of concentration from 0 to 1: `0.375`. */
    concentration: (value: FormattableFigure) => ratio(value, rounded(value, 3)),
    /** Sharpe, beta and other plain numbers that reveal a return: `0.79`. */
    statistic: (value: FormattableFigure) => ratio(value, full(value)),
    /** The same with six significant digits, for a formula: `0.785423`. */
    exact: (value: FormattableFigure) => ratio(value, write(value, locale, upToSignificant6)),
    /** A ratio with six significant digits, for a formula: `0.0123457 %`. */
    exactPercent: (value: FormattableFigure) => {
      const text = write(isFigure(value) ? hundredfold(value) : value, locale, upToSignificant6);
      return ratio(value, text === unknownFigure ? text : `${text}${thinSpace}%`);
    },
    /** Difference of two ratios in points: `+3.1`. */
    points: (value: FormattableFigure) => ratio(value, inPoints(value, 1)),
    /** `+0.61` */
    finePoints: (value: FormattableFigure) => ratio(value, inPoints(value, 2)),
    /** Level rebased to 100, two decimals: `104.32`. Like a percentage, it reveals a change. */
    index: (value: FormattableFigure) => ratio(value, full(value)),
    /** `−4.83` */
    indexChange: (value: FormattableFigure) => signed(figures.index(value)),
    /** A short time: `38 ms`. */
    milliseconds: (value: FormattableFigure) => `${figures.number(value)}${thinSpace}ms`,
    /** `1.25 s` */
    seconds: (milliseconds: number) => `${full(milliseconds / 1000)}${thinSpace}s`,
    /** Only the decimals that distinguish it from the next tick: `180 M`, `25,000`, `0.00002`. */
    tick: (value: number, axis: AxisScale) =>
      tickOf(total(value, value === 0 ? '0' : onAxis(value, axis, locale, 0, 0))),
    /** One decimal more than the ticks, and at least two: `184.27 M`. */
    besideAxis: (value: number, axis: AxisScale) => total(value, onAxis(value, axis, locale, 1, 2)),
    /** `100`, `102.5` */
    indexTick: (value: number, axis: AxisScale) =>
      tickOf(ratio(value, onAxis(value, axis, locale, 0, 0))),
    /** `−25 %`, `+2.5 %`, `0 %` */
    percentTick: (change: number, { step }: AxisScale) => {
      const digits = Math.min(12, step > 0 ? decimalsOf(step * 100) : 0);
      return tickOf(ratio(change, signed(inPercent(change, digits))));
    },
  };
  return figures;
}

/** Formats a size: `712 bytes`, `4.2 kB`, `61.3 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [size, unit] = bytes < 999_950 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB'];
  return `${size.toFixed(1)}${thinSpace}${unit}`;
}

export type Direction = 'up' | 'down' | 'flat' | 'unknown';

/** Direction of a formatted change, so that sign, arrow and color match the figure and never reveal a hidden one. */
export function directionOf(text: string): Direction {
  if (text === unknownFigure || text === hiddenTotal || text === hiddenRatio) return 'unknown';
  if (text.startsWith('−')) return 'down';
  return isNotZero(text) ? 'up' : 'flat';
}

/** Removes the sign, for a change whose direction is stated in words. */
export const withoutSign = (text: string): string => text.replace(/^[+−]/, '');

function isFigure(value: FormattableFigure): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isTiny(value: FormattableFigure, limit: number): boolean {
  return isFigure(value) && value !== 0 && Math.abs(value) < limit;
}

const hundredfold = (ratio: number) => (Math.abs(ratio) < smallestRatio ? 0 : ratio * 100);

const decimalFormats = Array.from({ length: 13 }, (_, digits) => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
}));
const decimals = (digits: number): Intl.NumberFormatOptions =>
  decimalFormats[digits] ?? { maximumFractionDigits: digits };
const upTo8 = { minimumFractionDigits: 2, maximumFractionDigits: 8 };
const significant4 = { minimumSignificantDigits: 4, maximumSignificantDigits: 4 };
const upToSignificant6 = { maximumSignificantDigits: 6 };
const scientific = { notation: 'scientific', maximumFractionDigits: 5 } as const;

/** Formats a figure with `−`, never as `-0` or `NaN`. With `digits`, smaller figures are `<0.01`. */
function write(
  value: FormattableFigure,
  locale: string,
  options: Intl.NumberFormatOptions,
  digits?: number,
): string {
  if (!isFigure(value)) return unknownFigure;
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  const text = numberFormat(locale, size >= largestFull ? scientific : options).format(size);
  if (isNotZero(text)) return sign + text;
  if (value === 0 || digits === undefined) return text;
  return `${sign}<${numberFormat(locale, options).format(10 ** -digits)}`;
}

/** Adds a plus sign if the figure as formatted is above zero. */
function signed(text: string): string {
  return text.startsWith('−') || !isNotZero(text) ? text : `+${text}`;
}

function isNotZero(text: string): boolean {
  return /[1-9]/.test(text);
}

function partsOf(text: string, locale: string): FigureParts {
  const mark = text.lastIndexOf(decimalMark(locale));
  if (mark === -1 || text.includes('E')) return { whole: text, decimals: '' };
  const [whole, rest] = [text.slice(0, mark), text.slice(mark)];
  // The decimals of a small price matter.
  return isNotZero(rest) && !isNotZero(whole)
    ? { whole: text, decimals: '' }
    : { whole, decimals: rest };
}

export function decimalMark(locale: string): string {
  return /[^\d]/.exec(numberFormat(locale, decimals(1)).format(0.5))?.[0] ?? '.';
}

function onAxis(
  value: number,
  { step, largest }: AxisScale,
  locale: string,
  more: number,
  least: number,
): string {
  if (largest >= largestFull) {
    // Enough digits to distinguish two ticks, within the precision of a double.
    const needed = step > 0 ? Math.ceil(Math.log10(largest / step)) + 1 : 6;
    const digits = Math.min(15, Math.max(6, needed)) - 1;
    return write(value, locale, { notation: 'scientific', maximumFractionDigits: digits });
  }
  // Up to six digits, a number is as short as one with a unit.
  const unit = largest < 1e6 ? undefined : units.find(({ size }) => largest >= size);
  const size = unit?.size ?? 1;
  const needed = step > 0 ? decimalsOf(step / size) : 0;
  const digits = Math.min(12, Math.max(least, needed + (needed > 0 ? more : 0)));
  const text = write(value / size, locale, decimals(digits));
  return unit === undefined ? text : `${text}${thinSpace}${unit.unit}`;
}

function decimalsOf(step: number): number {
  for (let digits = 0; digits < 12; digits += 1) {
    const scaled = step * 10 ** digits;
    if (scaled >= 1 && Math.abs(scaled - Math.round(scaled)) < 1e-6) return digits;
  }
  return 12;
}

const numberFormats = new Map<string, WeakMap<object, Intl.NumberFormat>>();
/** Figures align in columns, so every locale uses Inter's digits. */
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  let ofLocale = numberFormats.get(locale);
  if (ofLocale === undefined) numberFormats.set(locale, (ofLocale = new WeakMap()));
  let format = ofLocale.get(options);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, { ...options, numberingSystem: 'latn' });
    ofLocale.set(options, format);
  }
  return format;
}
