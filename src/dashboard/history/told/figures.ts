import type { Mode } from '#analytics/modes.ts';
import {
  type AxisScale,
  type FigureParts,
  formatBesideAxis,
  formatIndex,
  formatIndexTick,
  formatLevel,
  formatLevelParts,
  formatMarketChange,
  formatMarketPercent,
  formatPercent,
  formatPercentTick,
  formatSignedIndex,
  formatSignedLevel,
  formatSignedPercent,
  formatSignedTotal,
  formatTick,
  formatTotal,
  formatTotalParts,
} from '../../shared/format/number.ts';

type Format = (figure: number | null | undefined) => string;

/** How the figures of a mode are written: on the axis, beside it, and wherever there is room. */
interface ModeFormats {
  readonly tick: (figure: number, axis: AxisScale) => string;
  readonly beside: (figure: number, axis: AxisScale) => string;
  readonly full: Format;
}

/** How the figures of a history are written; what belongs to a user follows the preference of privacy. */
export interface FigureFormats {
  readonly total: Format;
  readonly parts: (figure: number | null | undefined) => FigureParts;
  readonly signed: Format;
  readonly change: Format;
  /** A difference of two indices, in points. */
  readonly points: Format;
  readonly modes: Record<Mode, ModeFormats>;
}

/** Of what a user has. */
const ofUser: FigureFormats = {
  total: formatTotal,
  parts: formatTotalParts,
  signed: formatSignedTotal,
  change: formatSignedPercent,
  points: formatSignedIndex,
  modes: {
    value: { tick: formatTick, beside: formatBesideAxis, full: formatTotal },
    percent: { tick: formatPercentTick, beside: formatSignedPercent, full: formatSignedPercent },
    index: { tick: formatIndexTick, beside: formatIndex, full: formatIndex },
    drawdown: { tick: formatPercentTick, beside: formatPercent, full: formatPercent },
  },
};

/** Of what the market knows: the level of a thematic. */
const ofMarket: FigureFormats = {
  total: formatLevel,
  parts: formatLevelParts,
  signed: formatSignedLevel,
  change: formatMarketChange,
  points: formatSignedLevel,
  modes: {
    value: { tick: formatTick, beside: formatBesideAxis, full: formatLevel },
    percent: { tick: formatPercentTick, beside: formatMarketChange, full: formatMarketChange },
    index: { tick: formatIndexTick, beside: formatLevel, full: formatLevel },
    drawdown: { tick: formatPercentTick, beside: formatMarketPercent, full: formatMarketPercent },
  },
};

/** @param isPublic whether the figures belong to the market and not to a user. */
export function figuresOf({ isPublic }: { readonly isPublic: boolean }): FigureFormats {
  return isPublic ? ofMarket : ofUser;
}

/** What the modes are called, as short as a control takes it. */
export const modeNames: Record<Mode, string> = {
  value: 'Value',
  percent: '%',
  index: 'Index',
  drawdown: 'Drawdown',
};
