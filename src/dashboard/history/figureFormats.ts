import {
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
} from '../preferences/number.ts';
import type { FigureFormats } from '../chart/scene.ts';

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
export function figuresOf(isPublic: boolean): FigureFormats {
  return isPublic ? ofMarket : ofUser;
}
