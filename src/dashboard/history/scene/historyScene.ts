import { useMemo } from 'react';
import type { Mode } from '#analytics/modes.ts';
import { usePreferences } from '../../shared/preferences.ts';
import { comparedMode, whileComparing } from '../compare/comparedMode.ts';
import { type ComparedLine, comparedScene } from '../compare/comparedScene.ts';
import { ownLine } from '../compared.ts';
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
interface ToldHistory {
  readonly shown: Shown | null;
  /** How it is told, which may be another mode than the one asked for. */
  readonly mode: Mode;
  /** Why a mode cannot be chosen. */
  readonly unavailable: Partial<Record<Mode, string>>;
  readonly whyNoLog: string | null;
}

interface Telling {
  readonly window: Pick<HistoryWindow, 'mode' | 'isLog' | 'zoom'>;
  /** Whether the history is the market's and not a user's, so that privacy leaves it. */
  readonly isPublic: boolean;
  readonly label: string;
  /** Its return and what that is held against, as far as they have been read; null where it is held against nothing. */
  readonly compared: readonly ComparedLine[] | null;
}

const whilePrivate = { value: 'Totals are not shown in privacy mode' };

export function useHistoryScene(
  whole: HistoryColumns | undefined,
  { window, isPublic, label, compared }: Telling,
): ToldHistory {
  const { isLog, zoom } = window;
  const { showsTotals, preferences } = useShownTotals(isPublic);
  const asked = window.mode === 'value' && !showsTotals ? 'index' : window.mode;
  const mode = compared === null ? asked : comparedMode(asked);
  const shown = useMemo(() => {
    if (whole === undefined) return null;
    const visible = visibleOf(whole, zoom);
    const told = { mode, isLog, isPublic, preferences };
    // Without its return nothing is held against anything: a change in value tells nothing of it.
    const scene =
      compared?.[0]?.id === ownLine
        ? comparedScene(compared, visible, { ...told, areEqual: false })
        : sceneOf(whole, visible, { ...told, label });
    return { columns: visible.columns, scene };
  }, [whole, zoom, mode, isLog, isPublic, label, compared, preferences]);
  return {
    shown,
    mode,
    unavailable: compared === null ? (showsTotals ? {} : whilePrivate) : whileComparing,
    whyNoLog: shown === null ? null : canBeLog(mode, shown.scene.lines),
  };
}

/** Whether totals are shown, and the preferences by which figures are written into a chart: with others it is drawn again. */
function useShownTotals(isPublic: boolean) {
  const preferences = usePreferences();
  return { preferences, showsTotals: isPublic || preferences.privacy === 'off' };
}
