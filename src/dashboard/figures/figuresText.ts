import type { DrawdownFigure, FiguresAnswer } from '#contract/figures.ts';
import { parseTime } from '#contract/time.ts';
import type { Format } from '../preferences/format.ts';
import { formatDuration } from '../preferences/instants.ts';

/** First and last record of the figures: `24 Nov 2025 to 24 Nov 2026`. The figures of another window may still be shown. */
export function figuresWindowText(
  format: Format,
  figures: Pick<FiguresAnswer, 'from' | 'to'> | undefined,
  isOld: boolean,
): string {
  if (figures === undefined || isOld) return 'loading';
  const { from, to } = figures;
  if (from === null || to === null) return 'no records';
  return format.span(parseTime(from), parseTime(to)).join(' to ');
}

/** `16 Jul to 18 Jul. No price.` */
export const stretchText = (
  format: Format,
  { from, to, reason }: FiguresAnswer['excluded'][number],
): string => `${format.span(parseTime(from), parseTime(to)).join(' to ')}. ${reason}`;

/** `364 observations of 1 day` */
export function observationsText(format: Format, { observations, step }: FiguresAnswer): string {
  const count = format.count(observations, 'observation');
  return step === null ? count : `${count}, one every ${formatDuration(step)}`;
}

/** Course of a drawdown: `peak 12 Mar, trough 3 Apr, recovered 9 May, 58 days`; null if there is none. */
export function drawdownText(format: Format, drawdown: DrawdownFigure): string | null {
  const { peakAt, troughAt, recoveredAt, days } = drawdown;
  if (peakAt === null || days === null) return null;
  return [
    `peak ${format.shortDate(peakAt)}`,
    `trough ${format.shortDate(troughAt)}`,
    recoveryText(format, recoveredAt),
    daysText(format, days),
  ].join(', ');
}

export const recoveryText = (format: Format, recoveredAt: string | null): string =>
  recoveredAt === null ? 'not recovered' : `recovered ${format.shortDate(recoveredAt)}`;

/** Length of a drawdown, from its peak to its recovery or the last record. */
export function daysText(format: Format, days: number): string {
  return days < 1 ? '<1 day' : format.count(Math.round(days), 'day');
}

/** Why there are no drawdowns. */
export const whyNoDrawdowns = ({ reason, figures }: FiguresAnswer): string =>
  reason ?? figures.maxDrawdown.reason ?? 'No record is below an earlier one.';

/** Why there are no months and years. */
export const whyNoMonths = ({ reason, figures }: FiguresAnswer): string =>
  reason ?? figures.timeWeightedReturn.reason ?? 'No month yet.';
