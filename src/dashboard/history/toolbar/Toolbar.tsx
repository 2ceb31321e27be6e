import { IconX } from '@tabler/icons-react';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { HistoryType } from '#contract/historyType.ts';
import { PeriodToggle } from '../PeriodToggle.tsx';
import { ViewToggle } from '../ViewToggle.tsx';
import type { HistoryWindow } from '../window/historyWindow.ts';
import classes from './Toolbar.module.css';

interface ToolbarProps {
  readonly window: HistoryWindow;
  readonly view: 'chart' | 'table';
  readonly onView: (view: 'chart' | 'table') => void;
  readonly onConsider: (period: HistoryType) => void;
  /** Another period is on its way. */
  readonly isBusy: boolean;
  /** How the line is drawn. */
  readonly children: ReactNode;
  /** What a page adds. */
  readonly tools?: ReactNode;
  /** Behind everything: what is done with the chart. */
  readonly actions?: ReactNode;
}

/** Period, zoom, modes, view: in one row, where there is room for it, otherwise in two or three. */
export function Toolbar(props: ToolbarProps) {
  const { window, view, onView, onConsider, isBusy, children, tools, actions } = props;
  return (
    <div className={classes.room}>
      <div className={clsx(classes.bar, isBusy && classes.busy)}>
        <div className={classes.periods}>
          <PeriodToggle
            period={window.period}
            onChoose={window.choosePeriod}
            onConsider={onConsider}
          />
        </div>
        {(window.zoom !== null || window.measure !== null) && (
          <button
            type="button"
            className={classes.reset}
            aria-label={window.zoom === null ? 'Measure off' : 'Zoom off'}
            title="Back to all of the period (Esc)"
            onClick={window.reset}
          >
            {window.zoom === null ? 'Measure' : 'Zoom'}
            <IconX size={12} stroke={2} aria-hidden />
          </button>
        )}
        <div className={classes.modes}>{children}</div>
        {Boolean(tools) && <div className={classes.added}>{tools}</div>}
        <div className={classes.tools}>
          <ViewToggle view={view} onChoose={onView} />
          {actions}
        </div>
      </div>
    </div>
  );
}
