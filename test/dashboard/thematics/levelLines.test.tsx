import { act, render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import type { LevelList } from '#contract/levels.ts';
import { getThematicHistory } from '#contract/operations/thematics.ts';
import { sparkPoints } from '#dashboard/chart/series.ts';
import { Sparkline } from '#dashboard/design/Sparkline.tsx';
import { choose } from '#test/support/choose.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { readThematics } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { history } from '#test/support/embedded.ts';

test('draws lines of the chosen period only for visible rows, with one request', async () => {
  const list = await readThematics();
  const observers = new Map<Element, (isInSight: boolean) => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly disconnect = () => {};
      readonly observe: (element: Element) => void;
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        this.observe = (element) =>
          observers.set(element, (isIntersecting) => report([{ isIntersecting }]));
      }
    },
  );
  const requested: string[] = [];
  const aborted: string[] = [];
  const histories = vi.fn<() => undefined>();
  server.use(
    http.get('*/p/thematics/:id/history/:type', () => histories()),
    http.get('*/x/levels/:type', async ({ request, params }) => {
      const type = String(params['type']);
      requested.push(type);
      request.signal.addEventListener('abort', () => aborted.push(type));
      if (type === 'week') await new Promise(() => {});
    }),
  );
  const { user, address } = open('/thematics?sort=name');
  await screen.findAllByRole('link', { name: new RegExp(list[0]?.name ?? '') });
  const sorted = list.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en'));
  const line = (index: number) => ({ name: new RegExp(`^${sorted[index]}: `) });
  const look = (index: number, isInSight: boolean) => {
    const cells = [...observers.keys()].filter((cell) => cell.isConnected);
    act(() => observers.get(cells[index] ?? document.body)?.(isInSight));
  };
  expect(requested).toEqual([]);
  look(0, true);
  expect(await screen.findByRole('img', line(0))).toBeTruthy();
  expect(screen.queryByRole('img', line(1))).toBeNull();
  look(1, true);
  expect(await screen.findByRole('img', line(1))).toBeTruthy();
  expect(requested).toEqual(['month']);
  look(0, false);
  expect(screen.queryByRole('img', line(0))).toBeNull();
  look(1, false);
  await choose(user, screen, 'Period of the lines', '7 d');
  expect(address()).toBe('/thematics?sort=name&spark=week');
  look(0, true);
  look(1, true);
  await waitFor(() => expect(requested).toEqual(['month', 'week']));
  look(0, false);
  expect(aborted).toEqual([]);
  look(1, false);
  await waitFor(() => expect(aborted).toEqual(['week']));
  expect(histories).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test('draws the same line as the history of the thematic', async () => {
  const [first] = await readThematics();
  const service = await testService();
  const path = pathTo(getThematicHistory, first?._id ?? '', 'year');
  const records = history.parse(await (await service.call('GET', path)).json());
  const columns = {
    times: Float64Array.from(records, ({ date }) => Date.parse(date)),
    totals: Float64Array.from(records, ({ total }) => total),
  };
  render(<Sparkline label="Of the history" values={sparkPoints(columns, 52)} />);
  const expected = screen.getByRole('img', { name: 'Of the history' }).innerHTML;
  open('/thematics?spark=year');
  const drawn = await screen.findByRole('img', { name: new RegExp(`^${first?.name}: `) });
  expect(drawn.innerHTML).toBe(expected);
});

test('the lines load automatically once the service is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const [one] = await readThematics();
  server.use(http.get('*/x/levels/:type', () => HttpResponse.error()));
  open('/thematics');
  expect((await screen.findAllByTitle(/^The history could not be loaded/)).length).toBeGreaterThan(
    1,
  );
  server.use(
    http.get('*/x/levels/:type', () =>
      HttpResponse.json([
        {
          thematics: one?._id ?? '',
          dates: ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'],
          levels: [100, 101],
        },
      ] satisfies LevelList),
    ),
  );
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(await screen.findByRole('img', { name: new RegExp(`^${one?.name}: `) })).toBeTruthy();
  vi.useRealTimers();
});
