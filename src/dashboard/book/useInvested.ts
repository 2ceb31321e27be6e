import { useMemo } from 'react';
import { type ChartMode, modeTraits } from '../chart/modes.ts';
import { useHistoryWindow } from '../history/historyWindow.ts';
import type { LinesBeside } from '../history/useHistoryScene.ts';
import { usePrivacy } from '../preferences/preferences.ts';
import { choiceParam, useSearchParam } from '../url/searchParam.ts';
import type { BookColumns } from './bookQueries.ts';
import { investedOver } from './investedLine.ts';

const investedParam = choiceParam('invested', ['1', '0'], '1');

export type InvestedOfChart = ReturnType<typeof useInvested>;

/**
 * Net invested as a line beside the value of a book, unless it is switched off.
 * @param records null until those of the chosen period are known, and if past amounts never are.
 */
export function useInvested(records: BookColumns | null) {
  const [param, write] = useSearchParam(investedParam);
  const isOn = param === '1';
  const linesBeside = useMemo(
    (): LinesBeside => (mode, _, span) => {
      if (!isOn || records === null || !modeTraits[mode].isInUnit) return [];
      const invested = investedOver(records, span);
      return invested === null ? [] : [invested.line];
    },
    [isOn, records],
  );
  const { mode } = useHistoryWindow();
  const isPrivate = usePrivacy() !== 'off';
  return {
    isOn,
    linesBeside,
    /** Reports whether a mode has the line. Until the mode in effect is known (null), it is the chosen one. */
    isIn: (drawn: ChartMode | null) => {
      const likely = drawn ?? (isPrivate ? null : (mode ?? 'value'));
      return isOn && likely !== null && modeTraits[likely].isInUnit;
    },
    choose: (next: boolean) => write(next ? '1' : '0'),
  };
}
