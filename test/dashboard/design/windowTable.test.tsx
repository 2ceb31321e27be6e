import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MantineProvider } from '@mantine/core';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from '@testing-library/user-event';
import type { Column } from '#dashboard/design/columns.ts';
import { DataTable, WindowTable } from '#dashboard/design/DataTable.tsx';
import { useDataTable } from '#dashboard/design/useDataTable.ts';
import { maxSlots, useVirtualRows } from '#dashboard/design/useVirtualRows.ts';

const count = 1_000_000;
const rowHeight = 36;

interface Row {
  readonly index: number;
}

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    href: ({ index }) => `/rows/${index}`,
    cell: ({ index }) => `row ${index}`,
  },
];

/** Number of renders of a cell. */
let drawn = 0;
const counted: readonly Column<Row>[] = [
  {
    id: 'index',
    header: 'Index',
    cell: ({ index }) => {
      drawn += 1;
      return index;
    },
  },
];

function Few({ rows }: { readonly rows: readonly Row[] }) {
  const model = useDataTable({ columns: counted, rows });
  return <DataTable model={model} label="Few" keyOf={(_, index) => String(index)} />;
}

test('an unchanged row does not render again after a refetch', () => {
  drawn = 0;
  const { rerender } = render(<Few rows={[{ index: 1 }, { index: 2 }]} />, {
    wrapper: MemoryRouter,
  });
  expect(drawn).toBe(2);
  rerender(<Few rows={[{ index: 1 }, { index: 3 }]} />);
  expect(drawn).toBe(3);
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1', '3']);
});

function Million() {
  const model = useDataTable({ columns });
  const virtual = useVirtualRows(count);
  return (
    <WindowTable
      model={model}
      label="Million"
      count={count}
      virtual={virtual}
      rowAt={(index) => ({ index })}
      keyOf={({ index }) => String(index)}
    />
  );
}

/** Scrolls the window, which jsdom does not. */
function scroll(top: number): void {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
  fireEvent.scroll(window);
}

afterEach(() => scroll(0));

function openMillion() {
  const router = createMemoryRouter([{ path: '*', element: <Million /> }]);
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return within(screen.getByRole('table', { name: 'Million' }));
}

const indices = (links: readonly HTMLElement[]) =>
  links.map((link) => Number(link.dataset['index']));

test('every one of a million rows can be scrolled to, and no element exceeds the browser’s maximum height', async () => {
  const table = openMillion();
  const end = maxSlots * rowHeight;
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe(String(count + 1));
  expect(indices(table.getAllByRole('link'))[0]).toBe(0);

  scroll(end);
  await waitFor(() => expect(indices(table.getAllByRole('link')).at(-1)).toBe(count - 1));
  const last = table.getByRole('link', { name: 'row 999999' });
  expect(last.closest('tr')?.getAttribute('aria-rowindex')).toBe(String(count + 1));

  scroll(end / 2);
  await waitFor(() => {
    const drawn = indices(table.getAllByRole('link'));
    expect(drawn.length).toBeLessThan(100);
    // One after another, about the middle.
    expect(drawn).toEqual(drawn.map((_, i) => (drawn[0] ?? NaN) + i));
    expect(Math.abs((drawn[0] ?? NaN) - count / 2)).toBeLessThan(200);
  });
  const heights = [...document.querySelectorAll<HTMLElement>('tr[style]')].map(
    ({ style }) => Number.parseFloat(style.height) || 0,
  );
  expect(heights.reduce((sum, height) => sum + height, 0)).toBeLessThan(17_000_000);
});

test('the arrow keys move row by row in the middle of a million rows', async () => {
  const user = userEvent.setup();
  const table = openMillion();
  scroll((maxSlots / 2) * rowHeight);
  await waitFor(() => expect(indices(table.getAllByRole('link'))[0]).toBeGreaterThan(1000));
  await user.keyboard('j');
  const first = Number(document.activeElement?.getAttribute('data-index'));
  expect(first).toBeGreaterThan(count / 2 - 200);
  await user.keyboard('jjk');
  expect(document.activeElement?.getAttribute('data-index')).toBe(String(first + 1));
});
