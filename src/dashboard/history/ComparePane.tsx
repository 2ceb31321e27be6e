import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParam } from '../shared/url/searchParam.ts';
import { ComparedFaults } from './compare/ComparedFaults.tsx';
import { ComparedPicture } from './compare/ComparedPicture.tsx';
import { useComparison } from './compare/comparison.ts';
import { whileComparing } from './compare/comparedMode.ts';
import { LineCells, LineHeads } from './compare/LineCells.tsx';
import type { ComparedSource } from './compared.ts';
import { ExportMenu } from './export/ExportMenu.tsx';
import { useChartKeys } from './gestures/pageKeys.ts';
import { PictureSkeleton } from './HistoryPicture.tsx';
import { viewParam } from './period.ts';
import { historyQuery } from './queries.ts';
import { RecordTable } from './RecordTable.tsx';
import { figuresOf } from './told/figures.ts';
import { LogToggle } from './toolbar/LogToggle.tsx';
import { ModeToggle } from './toolbar/ModeToggle.tsx';
import { Toolbar } from './toolbar/Toolbar.tsx';
import { useDraftedZoom } from './window/draft.ts';
import { useHistoryWindow } from './window/historyWindow.ts';
import classes from './HistoryPane.module.css';

export interface ComparePaneProps {
  /** Up to eight levels; their order decides their colours. The same list at each render, or the lines are drawn again. */
  readonly series: readonly ComparedSource[];
  /** What is compared, as its heading: "Levels of three thematics". */
  readonly title: string;
}

/** Several equal histories on one scale, rebased where all have a record: period, modes, and the lines or the records behind them. */
export function ComparePane({ series, title }: ComparePaneProps) {
  const window = useHistoryWindow();
  const [view, setView] = useSearchParam(viewParam);
  const [zoom, setDraft] = useDraftedZoom(window.zoom);
  const pane = useRef<HTMLElement>(null);
  const queryClient = useQueryClient();
  const compared = useComparison(series, { ...window, zoom });
  const { scene, mode, isOld, whyNoLog } = compared;
  useChartKeys(window, { pane, whyNoLog, view, onView: setView });
  return (
    <section ref={pane} aria-label={title} className={classes.pane}>
      <Toolbar
        {...{ window, view }}
        onView={setView}
        onConsider={(period) => {
          for (const { source } of series)
            void queryClient.prefetchQuery(historyQuery(source, period));
        }}
        isBusy={isOld}
        actions={
          <ExportMenu
            pane={pane}
            exported={
              scene === null || isOld
                ? null
                : {
                    title,
                    unit: null,
                    period: window.period,
                    scene,
                    asOf: compared.wholeTimes.at(-1) ?? NaN,
                  }
            }
          />
        }
      >
        <ModeToggle
          mode={mode}
          onChoose={window.chooseMode}
          valueName="Level"
          unavailable={whileComparing}
        />
        <LogToggle isLog={window.isLog} onChoose={window.chooseLog} unavailable={whyNoLog} />
      </Toolbar>
      <ComparedFaults faults={compared.faults} />
      {scene === null ? (
        compared.isPending && <PictureSkeleton />
      ) : view === 'table' ? (
        <RecordTable
          {...{ title, isOld }}
          times={scene.times}
          head={<LineHeads lines={scene.lines} />}
          renderCells={(index) => (
            <LineCells
              lines={scene.lines}
              at={scene.times[index] ?? NaN}
              format={figuresOf(scene).modes[mode].full}
            />
          )}
        />
      ) : (
        <ComparedPicture
          {...{ scene, window, title, isOld }}
          wholeTimes={compared.wholeTimes}
          onDraft={setDraft}
        />
      )}
    </section>
  );
}
