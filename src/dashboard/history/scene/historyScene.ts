import { useMemo } from 'react';
import type { Mode } from '#analytics/modes.ts';
import { usePreferences } from '../../shared/preferences.ts';
import type { HistoryColumns } from '../historyColumns.ts';
import type { HistoryWindow } from '../window/historyWindow.ts';
import { visibleOf } from '../window/visible.ts';
import { canBeLog, type Scene, sceneOf } from './scene.ts';

/** What a pane shows of a history: its visible records, and the scene that is drawn of them. */
export interface Shown {
  readonly columns: HistoryColumns;
  readonly scene: Scene;
}

/** A history as it is told now. */
export interface ToldHistory {
  readonly shown: Shown | null;
  /** How it is told, which may be another mode than the one asked for. */
  readonly mode: Mode;
  /** Why a mode cannot be chosen. */
  readonly unavailable: Partial<Record<Mode, string>>;
  readonly whyNoLog: string | null;
}

const isPrivate = 'Totals are not shown in privacy mode';

/** @param isPublic whether the history is the market's and not a user's, so that privacy leaves it. */
export function useHistoryScene(
  whole: HistoryColumns | undefined,
  window: Pick<HistoryWindow, 'mode' | 'isLog' | 'zoom'>,
  isPublic: boolean,
): ToldHistory {
  const { isLog, zoom } = window;
  // Figures are written into the chart: it is drawn again when they are written another way.
  const preferences = usePreferences();
  const showsTotals = isPublic || preferences.privacy === 'off';
  const mode = window.mode === 'value' && !showsTotals ? 'index' : window.mode;
  const shown = useMemo(() => {
    if (whole === undefined) return null;
    const visible = visibleOf(whole, zoom);
    const scene = sceneOf(whole, visible, { mode, isLog, isPublic, label: '' });
    return { columns: visible.columns, scene, preferences };
  }, [whole, zoom, mode, isLog, isPublic, preferences]);
  return {
    shown,
    mode,
    unavailable: showsTotals ? {} : { value: isPrivate },
    whyNoLog: shown === null ? null : canBeLog(mode, shown.scene.lines),
  };
}
