import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { formatTime } from '#contract/time.ts';
import { createQueryClient } from '#dashboard/app/queryClient.ts';
import type { HistoryData } from '#dashboard/history/data/readRecords.ts';
import { gapsOf } from '#dashboard/history/gaps.ts';
import { HistoryPane } from '#dashboard/history/HistoryPane.tsx';
import { historyQuery, type HistorySource } from '#dashboard/history/queries.ts';
import { capabilitiesQuery } from '#dashboard/shared/api/capabilities.ts';
import { anew, type Chart, type Contender, moveOver, pictureOf, size } from './contender.ts';

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
  return {
    picture: () => pictureOf(element),
    zoomTo: (from, to) =>
      void router.navigate({
        search: `?${new URLSearchParams({ from: formatTime(from), to: formatTime(to) })}`,
      }),
    hoverAt: (share) => moveOver(element, share),
    remove: () => {
      root.unmount();
      queryClient.clear();
    },
  };
}

/** The chart with all that a page has about it: the figure that is read, the toolbar, the address that follows each zoom. */
export const pane: Contender = {
  prepare: (given) => {
    const columns = anew(given);
    return (element) => {
      // What reading a history finds besides; here in the time that is measured.
      const gaps = gapsOf(columns.times, columns.totals);
      return openPane(element, { ...columns, gaps, unread: null });
    };
  },
};
