import { useMemo } from 'react';
import { unionOf } from '#analytics/union.ts';
import { usePreferences } from '../../shared/preferences.ts';
import { type ComparedSource, mostCompared } from '../compared.ts';
import { canBeLog } from '../scene/scene.ts';
import type { HistoryWindow } from '../window/historyWindow.ts';
import { comparedMode } from './comparedMode.ts';
import { comparedScene, wholeSpan } from './comparedScene.ts';
import { equalLook } from './looks.ts';
import { useCompared } from './useCompared.ts';

type Telling = Pick<HistoryWindow, 'period' | 'mode' | 'isLog' | 'zoom'>;

/** Several equal histories as they are drawn now: of the market, so that privacy leaves them. */
export function useComparison(sources: readonly ComparedSource[], telling: Telling) {
  const { period, isLog, zoom } = telling;
  const shown = useMemo(() => sources.slice(0, mostCompared), [sources]);
  const compared = useCompared(shown, period, equalLook);
  const preferences = usePreferences();
  const mode = comparedMode(telling.mode);
  const { lines } = compared;
  const scene = useMemo(() => {
    // Figures are written into the chart: it is drawn again when they are written another way.
    const told = { mode, isLog, isPublic: true, areEqual: true, preferences };
    return lines.length === 0 ? null : comparedScene(lines, wholeSpan(lines, zoom), told);
  }, [lines, zoom, mode, isLog, preferences]);
  const wholeTimes = useMemo(() => unionOf(lines.map(({ columns }) => columns)).times, [lines]);
  return {
    ...compared,
    scene,
    wholeTimes,
    mode,
    whyNoLog: scene === null ? null : canBeLog(mode, scene.lines),
  };
}
