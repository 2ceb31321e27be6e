import { renderHook } from '@testing-library/react';
import * as fc from 'fast-check';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import type { Column } from '#dashboard/design/columns.ts';
import { csvOf, sortChoices, withNarrowSorted } from '#dashboard/design/columns.ts';
import { useDataTable, useTableSort } from '#dashboard/design/useDataTable.ts';
import type { Sort } from '#dashboard/url/sortParam.ts';

interface Row {
  readonly name: string;
  readonly drift: number | null;
}

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    href: ({ name }) => `/${name}`,
    cell: ({ name }) => name,
    sort: { value: ({ name }) => name, descending: null },
    csv: { name: ({ name }) => name },
  },
  {
    id: 'drift',
    header: 'Drift',
    unit: 'points',
    kind: 'figure',
    cell: ({ drift }) => drift,
    sort: { value: ({ drift }) => drift },
    csv: { drift: ({ drift }) => drift },
    privacy: 'share',
  },
  {
    id: 'extra',
    header: 'Extra',
    cell: () => '',
    csv: { extra: () => 1 },
    privacy: 'amount',
    isOptional: true,
  },
];

const row = (name: string, drift: number | null): Row => ({ name, drift });

function sorted(rows: readonly Row[], sort: Sort): readonly Row[] {
  return renderHook(() => useDataTable({ columns, rows, sort })).result.current.rows;
}
const names = (rows: readonly Row[]) => rows.map(({ name }) => name).join('');

const shown = (ids: readonly string[] | null) =>
  renderHook(() =>
    useDataTable({ columns, layout: { columns: ids, widths: {} } }),
  ).result.current.shown.map(({ id }) => id);

const byName = { by: 'name', order: 'ascending' } as const;
const sortAt = (address: string, among = columns) =>
  renderHook(() => useTableSort(among), {
    wrapper: ({ children }) => (
      <RouterProvider
        router={createMemoryRouter([{ path: '*', element: children }], {
          initialEntries: [address],
        })}
      />
    ),
  }).result.current[0];

const driftFigure = {
  of: ({ drift }: Row) => drift,
  text: (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2 }),
};

function widthsOf(values: readonly (number | null)[], isSummed = false) {
  const figure = { ...driftFigure, isSummed };
  const grown = columns.map((one) => (one.id === 'drift' ? { ...one, width: 90, figure } : one));
  const rows = values.map((value) => row('a', value));
  const { shown: all } = renderHook(() => useDataTable({ columns: grown, rows })).result.current;
  return all.map(({ width }) => width);
}

test('a column fits its longest figure, and the sum if there is one', () => {
  expect(widthsOf([1, null, 12.5])).toEqual([undefined, 90]);
  const [, positive = 0] = widthsOf([1234567890.12, 1]);
  const [, negative = 0] = widthsOf([-1234567890.12, 1]);
  expect(positive).toBeGreaterThan(90);
  expect(negative).toBeGreaterThan(positive);
  expect(widthsOf([9_000_000_000, 9_000_000_000], true)).not.toEqual(
    widthsOf([9_000_000_000, 9_000_000_000]),
  );
});

test('the last column of a narrow list has space for the gutter too', () => {
  const figure = { of: () => 1, text: () => '123,456' };
  const [name, drift] = columns.map((one) => ({ ...one, width: 70, figure }));
  if (name === undefined || drift === undefined) throw new Error('two columns are needed');
  const widthWith = (next: Column<Row>) => {
    const model = { columns: [drift, next], rows: [row('a', 1)] };
    return renderHook(() => useDataTable(model)).result.current.shown[0]?.width ?? NaN;
  };
  expect(widthWith({ ...name, from: 800 })).toBe(widthWith(name) + 12);
});

test('the address accepts every sortable column and no other', () => {
  for (const { id, sort } of columns) {
    const order = sort === undefined ? byName : { by: id, order: 'descending' };
    expect(sortAt(`/?sort=-${id}`)).toEqual(order);
  }
  expect(sortAt('/?sort=-constructor')).toEqual(byName);
  expect(sortAt('/')).toEqual(byName);
});

test('a table opens in the order that a column defines, otherwise by its first column', () => {
  const opening = columns.map((column) =>
    column.id === 'drift' && column.sort !== undefined
      ? { ...column, sort: { ...column.sort, opens: 'descending' as const } }
      : column,
  );
  expect(sortAt('/', opening)).toEqual({ by: 'drift', order: 'descending' });
});

test('of columns that share an area of a narrow row, the sorted one is shown', () => {
  const some = columns.map((one) =>
    one.id === 'name' ? { ...one, narrow: 'right' as const } : one,
  );
  const placed = (by: string, among: readonly string[]) =>
    withNarrowSorted(some, among, { by, order: 'ascending' }).map(({ narrow = null }) => narrow);
  expect(placed('drift', ['name', 'drift'])).toEqual([null, 'right', null]);
  expect(placed('extra', ['name', 'drift'])).toEqual(['right', null, null]);
  expect(placed('drift', ['drift'])).toEqual(['right', null, null]);
});

describe('rows of a table', () => {
  test('sort by any column in both orders, unknown values last', () => {
    const rows = [row('A', 0.02), row('B', null), row('C', -0.3)];
    expect(names(sorted(rows, { by: 'drift', order: 'descending' }))).toBe('ACB');
    expect(names(sorted(rows, { by: 'drift', order: 'ascending' }))).toBe('CAB');
    expect(names(sorted(rows, { by: 'name', order: 'descending' }))).toBe('CBA');
  });

  test('are complete in every order, without changing the input, and stable', () => {
    const figure = fc.option(fc.double({ noNaN: true, min: -1, max: 1 }), { nil: null });
    const orders = fc.constantFrom('ascending' as const, 'descending' as const);
    fc.assert(
      fc.property(fc.array(figure), orders, (figures, order) => {
        const rows = figures.map((drift, i) => row(`T${i}`, drift));
        const before = [...rows];
        const after = sorted(rows, { by: 'drift', order });
        expect(rows).toEqual(before);
        expect(new Set(after)).toEqual(new Set(rows));
        for (const [i, one] of after.entries()) {
          const next = after[i + 1];
          if (next === undefined || next.drift !== one.drift) continue;
          expect(rows.indexOf(one)).toBeLessThan(rows.indexOf(next));
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('columns of a table', () => {
  test('are the non-optional ones, or the chosen ones in their order, always with the linked one', () => {
    expect(shown(null)).toEqual(['name', 'drift']);
    expect(shown(['extra', 'gone', 'name'])).toEqual(['extra', 'name']);
    expect(shown(['drift'])).toEqual(['name', 'drift']);
  });

  test('define the sort menu', () => {
    expect(sortChoices(columns).map(({ label }) => label)).toEqual([
      'Name, A to Z',
      'Drift, points, largest first',
      'Drift, points, smallest first',
    ]);
  });

  test('define the CSV, without hidden figures', () => {
    const rows = [row('A', 0.1)];
    expect(csvOf(columns, rows, 'off')).toBe('name,drift,extra\r\nA,0.1,1\r\n');
    expect(csvOf(columns, rows, 'percentages')).toBe('name,drift\r\nA,0.1\r\n');
    expect(csvOf(columns, rows, 'hidden')).toBe('name\r\nA\r\n');
  });
});
