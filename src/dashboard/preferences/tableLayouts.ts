import * as z from 'zod/mini';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Columns in their order (null for the default), and their widths in px. */
const tableLayout = z.object({
  columns: z.nullable(z.readonly(z.array(z.string()))),
  widths: z.readonly(z.record(z.string(), z.number())),
});
export type TableLayout = Readonly<z.infer<typeof tableLayout>>;

const layouts = z.record(z.string(), tableLayout);

const initial: TableLayout = { columns: null, widths: {} };

const useLayouts = create<Readonly<Record<string, TableLayout>>>()(
  persist(() => ({}), {
    name: 'portfolio.tables',
    version: 1,
    merge: (kept, none) => layouts.safeParse(kept).data ?? none,
  }),
);

export function useTableLayout(
  name: string,
): readonly [TableLayout, (changed: Partial<TableLayout>) => void] {
  const layout = useLayouts((all) => all[name]) ?? initial;
  return [layout, (changed) => useLayouts.setState({ [name]: { ...layout, ...changed } })];
}
