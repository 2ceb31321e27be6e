import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { formatTime } from '#contract/time.ts';
import { createQueryClient } from '#dashboard/app/queryClient.ts';
import { seriesOf } from '#dashboard/chart/series.ts';
import { theme } from '#dashboard/design/theme.ts';
import { HistoryPanel } from '#dashboard/history/HistoryPanel.tsx';
import { historyQuery, type HistorySource } from '#dashboard/history/historyQueries.ts';
import type { HistoryData } from '#dashboard/history/readRecords.ts';
import { capabilitiesQuery } from '#dashboard/portfolio/capabilities.ts';
import { anew, type Chart, type Contender, moveOver, pictureOf, size } from './contender.ts';

const title = 'Total of bench';
const source: HistorySource = { key: ['bench'], path: () => '/p/bench' };
const series = [{ id: 'main', label: 'Value', source }];

/** Opens the pane as on the pages, with figure, toolbar and chart. With data given, it sends no requests. */
export function openPane(element: HTMLElement, data: HistoryData | null): Chart {
  const queryClient = createQueryClient();
  queryClient.setQueryData(capabilitiesQuery.queryKey, {
    service: { name: 'bench', connectedTo: null, faultSince: null, version: '0' },
    market: { kind: 'stored', asOf: '2026-06-17T14:00:00.000Z', tickSeconds: null },
    currency: 'USD',
    offers: [],
    notOffered: {},
  });
  if (data !== null) queryClient.setQueryData(historyQuery(source, 'month').queryKey, data);
  const pane = (
    <HistoryPanel {...{ series, title, totalNow: null }} valueName="Value" whyEmpty="Nothing." />
  );
  const router = createMemoryRouter([{ path: '*', element: pane }]);
  element.style.width = `${size.width}px`;
  const root = createRoot(element);
  root.render(
    <MantineProvider theme={theme} withCssVariables={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
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

/** The chart with the rest of its pane: the figure, the toolbar, and the address that follows each zoom. */
export const pane: Contender = {
  prepare: (given) => {
    const columns = anew(given);
    return (element) => {
      // Parsing usually computes these. Here they count as measured time.
      return openPane(element, { ...seriesOf(columns.times, columns.totals), unreadable: null });
    };
  },
};
