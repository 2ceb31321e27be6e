import * as z from 'zod/mini';
import { day } from './historyType.ts';
import { isoTime, parseTime } from './time.ts';

/** Maximum number of instants of one request, and their maximum age in milliseconds: a leap year. */
export const maxSince = 3;
export const maxSinceAge = 366 * day;

/** Figures since an instant, and the columns of the directory that have them. */
export const sinceFigures = ['return', 'change'] as const;
export type SinceFigure = (typeof sinceFigures)[number];

/** `returnSince.INSTANT` or `changeSince.INSTANT`, with the instant as an ISO time. */
export type SinceColumn = `${SinceFigure}Since.${string}`;

/** Name of the columns since any instant, as in `unsupported`. */
export const sinceFamily = (figure: SinceFigure) => `${figure}Since` as const;

export const sinceColumn = (figure: SinceFigure, instant: string): SinceColumn =>
  `${sinceFamily(figure)}.${instant}`;

/** Parses the name of a column since an instant (epoch milliseconds); returns null for any other text. */
export function readSinceColumn(
  text: string,
): { readonly figure: SinceFigure; readonly at: number } | null {
  const [name, instant = '', ...rest] = text.split('Since.');
  const figure = sinceFigures.find((one) => one === name);
  const at = parseTime(instant);
  return figure === undefined || Number.isNaN(at) || rest.length > 0 ? null : { figure, at };
}

export const isSinceColumn = (text: string): text is SinceColumn => readSinceColumn(text) !== null;

/** Figures of a user from an instant up to the as of. null: the user held nothing by then. */
export const figuresSince = z.looseObject({
  at: isoTime,
  return: z.nullable(z.number()),
  change: z.nullable(z.number()),
});
