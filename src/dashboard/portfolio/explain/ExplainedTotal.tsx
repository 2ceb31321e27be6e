import type { ReactNode } from 'react';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { Explain } from './Explain.tsx';
import type { Explained } from './explained.ts';

const Explanation = lazyComponent(async () => (await import('./Explanation.tsx')).Explanation);

/** The total of a panel, which explains itself. */
function ExplainedTotal(explained: Explained) {
  return (
    <Explain label={explained.label} explanation={<Explanation explained={explained} />}>
      {explained.value}
    </Explain>
  );
}

/** The totals of a table's columns, which explain themselves. */
export const explainedTotals = (
  totals: Readonly<Record<string, Explained>>,
): Readonly<Record<string, ReactNode>> =>
  Object.fromEntries(
    Object.entries(totals).map(([column, explained]) => [
      column,
      <ExplainedTotal key={column} {...explained} />,
    ]),
  );
