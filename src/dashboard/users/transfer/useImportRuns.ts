import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ImportRun, rowsDone, type RunLines, type RunView, startRun } from './importRun.ts';

/**
 * The dry run of a dialog and the runs that write, one at a time. Leaving the page or the dialog stops a run.
 * @param changed keys of queries that a run makes outdated.
 */
export function useImportRuns(changed: readonly QueryKey[]) {
  const client = useQueryClient();
  const [check, setCheck] = useState<RunView | null>(null);
  const [views, setViews] = useState<readonly RunView[]>([]);
  const current = useRef<ImportRun | null>(null);
  const last = views.at(-1);

  useEffect(() => () => current.current?.stop(), []);

  const begin = (lines: RunLines, show: (view: RunView) => void) => {
    current.current?.stop();
    const run = startRun(lines, (view) => current.current === run && show(view));
    current.current = run;
    show(run.view());
  };
  return {
    /** The dry run; null before the first. */
    check,
    /** Runs that write, each the continuation of the one before. */
    views,
    last,
    done: last === undefined ? 0 : rowsDone(last.counts),
    preview: (lines: RunLines) => begin(lines, setCheck),
    start: (lines: RunLines) => {
      // A double click starts one run, even before the next render.
      if (current.current?.view().phase === 'running') return;
      begin(lines, (view) => {
        setViews([...views, view]);
        if (view.phase === 'running') return;
        for (const queryKey of changed) void client.invalidateQueries({ queryKey });
      });
    },
    stop: () => current.current?.stop(),
    clear: () => {
      current.current?.stop();
      setViews([]);
    },
  };
}
