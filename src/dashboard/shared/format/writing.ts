import { chosenLocale, preferences } from '../preferences.ts';

/** What stands where a figure is not known. */
export const unknownFigure = '–';
/** What stands for a sum of money that is not to be seen: always as long, so that its length tells nothing. */
export const hiddenTotal = '•••••••';
/** What stands for a share or a change that is not to be seen. */
export const hiddenRatio = '•••';
export const thinSpace = '\u2009';

export type Figure = number | null | undefined;

export function isFigure(value: Figure): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Beyond this a double holds no cents and a column no digits. */
export const tooLongToWrite = 1e18;

/** A way to write figures, in the locale preferred when it is used. */
export type Format = (value: number) => string;

const cache = new Map<string, Intl.NumberFormat>();

/** The digits of figures stand in columns, so they are those of Inter in every locale. */
export function formatWith(options: Intl.NumberFormatOptions): Format {
  const name = JSON.stringify(options);
  return (value) => {
    const locale = chosenLocale();
    const key = locale + name;
    let format = cache.get(key);
    if (format === undefined) {
      format = new Intl.NumberFormat(locale, { ...options, numberingSystem: 'latn' });
      cache.set(key, format);
    }
    return format.format(value);
  };
}

export function fixed(digits: number): Format {
  return formatWith({ minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export const scientific = formatWith({ notation: 'scientific', maximumFractionDigits: 4 });

/** The mark before the decimals in the locale preferred. */
export function decimalMark(): string {
  return /[^\d]/.exec(oneDecimal(0.5))?.[0] ?? '.';
}
const oneDecimal = fixed(1);

/** A figure with our minus, never `-0` or `NaN`. */
export function write(value: Figure, format: Format): string {
  if (!isFigure(value)) return unknownFigure;
  const size = Math.abs(value);
  const text = (size >= tooLongToWrite ? scientific : format)(size);
  return value < 0 && isNotZero(text) ? `−${text}` : text;
}

/** A ratio in per cent. */
export function percent(ratio: Figure, format: Format): string {
  const text = write(isFigure(ratio) ? ratio * 100 : ratio, format);
  return text === unknownFigure ? text : `${text}${thinSpace}%`;
}

/** A plus before what is above zero as written: 0.001 is `0.00`, not `+0.00`. */
export function signed(text: string): string {
  return text.startsWith('−') || !isNotZero(text) ? text : `+${text}`;
}

export function isNotZero(text: string): boolean {
  return /[1-9]/.test(text);
}

/** A sum of money, unless it is not to be seen. */
export function total(value: Figure, writeIt: () => string): string {
  return isFigure(value) && preferences().privacy !== 'off' ? hiddenTotal : writeIt();
}

/** A share or a change of what a user has, unless it is not to be seen. */
export function ratio(value: Figure, writeIt: () => string): string {
  return isFigure(value) && preferences().privacy === 'hidden' ? hiddenRatio : writeIt();
}
