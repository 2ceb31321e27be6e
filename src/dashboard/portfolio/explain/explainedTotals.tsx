import type { ReactNode } from 'react';
import { Explain } from './Explain.tsx';

/** A total of a column: its name and its figure. */
type Total = readonly [label: string, figure: string];

/**
 * The totals of a table's columns, which explain themselves.
 * @param explanationOf loads late: it is rendered once it is open.
 */
export const explainedTotals = <Column extends string>(
  totals: Readonly<Partial<Record<Column, Total>>>,
  explanationOf: (column: Column, label: string) => ReactNode,
): Readonly<Record<string, ReactNode>> => {
  const cells: Record<string, ReactNode> = {};
  for (const column in totals) {
    const [label = '', figure] = totals[column] ?? [];
    cells[column] = (
      <Explain label={label} explanation={explanationOf(column, label)}>
        {figure}
      </Explain>
    );
  }
  return cells;
};
