import type { Span } from '../chart/scene.ts';
import type { Column } from '../design/columns.ts';
import { Change, changeFigure } from '../portfolio/Change.tsx';
import type { Format } from '../preferences/format.ts';
import { endLabels } from './changesText.ts';
import { NarrowLabel } from './NarrowLabel.tsx';
import { changedTokenColumn, kindColumn } from './tokenChangeColumns.tsx';
import type { WeightChange } from './weightChanges.ts';

export function weightChangeColumns(format: Format, span: Span): readonly Column<WeightChange>[] {
  const [from, to] = endLabels(format, span);
  const { market } = format;
  const weight = { kind: 'figure', width: 164, from: 720 } as const;
  return [
    changedTokenColumn(span),
    kindColumn('Weight'),
    {
      ...weight,
      id: 'from',
      header: `Weight, ${from}`,
      cell: (row) => market.share(row.from),
      sort: { value: (row) => row.from },
      csv: { weightFrom: (row) => row.from },
    },
    {
      ...weight,
      id: 'to',
      header: `Weight, ${to}`,
      cell: (row) => market.share(row.to),
      sort: { value: (row) => row.to },
      csv: { weightTo: (row) => row.to },
    },
    {
      id: 'difference',
      header: 'Difference',
      unit: 'pp',
      kind: 'figure',
      cell: ({ difference }) => (
        <>
          <NarrowLabel>weight</NarrowLabel>
          {market.points(difference)}
        </>
      ),
      sort: { value: ({ difference }) => difference },
      csv: { difference: ({ difference }) => difference },
      width: 128,
      from: 960,
      narrow: 'left',
    },
    {
      id: 'price',
      header: 'Price change',
      kind: 'figure',
      cell: ({ change }) => (
        <>
          <NarrowLabel>price</NarrowLabel>
          <Change value={change} format={market.percentChange} />
        </>
      ),
      title: ({ change }) => (change === null ? 'No price at the first date' : undefined),
      figure: changeFigure(({ change }) => change, market.percentChange),
      sort: { value: ({ change }) => change },
      csv: { priceChange: ({ change }) => change },
      width: 132,
      from: 800,
      narrow: 'right',
    },
    {
      id: 'contribution',
      header: 'Contribution',
      unit: 'points',
      kind: 'figure',
      cell: ({ printed }) => format.levelChange(printed),
      sort: { value: ({ contribution }) => contribution },
      csv: { contribution: ({ contribution }) => contribution },
      width: 160,
      narrow: 'value',
    },
  ];
}
