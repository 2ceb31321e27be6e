import '#dashboard/shared/withoutEval.ts';
import '@fontsource-variable/inter/opsz.css';
import '#dashboard/app/base.css';
import '#dashboard/app/tokens.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { formatTime } from '#contract/time.ts';
import { createQueryClient } from '#dashboard/app/queryClient.ts';
import type { HistoryData } from '#dashboard/history/data/readRecords.ts';
import { HistoryPane } from '#dashboard/history/HistoryPane.tsx';
import { historyQuery, type HistorySource } from '#dashboard/history/queries.ts';
import { capabilitiesQuery } from '#dashboard/shared/api/capabilities.ts';
import { type Chart, type Contender, size } from './contender.ts';

const title = 'Total of bench';
const source: HistorySource = { key: ['bench'], path: () => '/p/bench' };

/** The pane as the pages show it, with figure, toolbar and chart; where data is given, nothing is asked of a service. */
export function openPane(element: HTMLElement, data: HistoryData | null): Chart {
  const queryClient = createQueryClient();
  queryClient.setQueryData(capabilitiesQuery.queryKey, {
    service: { name: 'bench', version: '0' },
    market: { kind: 'stored', asOf: '2026-06-17T14:00:00.000Z', tickSeconds: null },
    currency: 'USD',
    offers: [],
  });
  if (data !== null) queryClient.setQueryData(historyQuery(source, 'month').queryKey, data);
  const pane = (
    <HistoryPane
      {...{ source, title, unit: 'USD', totalNow: null }}
      change="Change in value"
      whyEmpty="Nothing."
    />
  );
  const router = createMemoryRouter([{ path: '*', element: pane }]);
  element.style.width = `${size.width}px`;
  const root = createRoot(element);
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const line = () => element.querySelector('path.recharts-line-curve')?.getAttribute('d') ?? '';
  return {
    picture: line,
    zoomTo: (from, to) =>
      void router.navigate({
        search: `?${new URLSearchParams({ from: formatTime(from), to: formatTime(to) })}`,
      }),
    hoverAt: (share) => {
      const frame = element.querySelector('[role="application"]');
      const { left = 0, width = 0 } = frame?.getBoundingClientRect() ?? {};
      const clientX = left + share * (width - 68);
      const pointer = { bubbles: true, clientX, clientY: 0, pointerType: 'mouse' };
      frame?.dispatchEvent(new PointerEvent('pointermove', pointer));
    },
    remove: () => {
      root.unmount();
      queryClient.clear();
    },
  };
}

export const ours: Contender = {
  prepare: (columns) => (element) => openPane(element, { ...columns, unread: null }),
};
