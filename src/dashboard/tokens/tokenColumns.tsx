import { historyTypes } from '#contract/historyType.ts';
import type { TokenWithChange } from '#contract/token.ts';
import type { Column } from '../design/columns.ts';
import { periodNames } from '../history/periodText.ts';
import { Change } from '../portfolio/Change.tsx';
import { TokenCell } from '../portfolio/positionColumns.tsx';
import { TickMark } from '../portfolio/TickMark.tsx';
import type { Format } from '../preferences/format.ts';
import { urls } from '../url/urls.ts';

/** A token, its price, and what that did over every period. */
export function priceListColumns(format: Format): readonly Column<TokenWithChange>[] {
  return [
    {
      id: 'token',
      header: 'Token',
      href: ({ _id }) => urls.token(_id),
      cell: (token) => <TokenCell token={token} />,
      title: ({ name, _id }) => `${name} (${_id})`,
      skeleton: 120,
      sort: {
        value: ({ symbol }) => symbol,
        ascending: 'Symbol, A to Z',
        descending: 'Symbol, Z to A',
      },
      narrow: 'head',
    },
    {
      id: 'price',
      header: 'Price',
      unit: format.currency,
      kind: 'figure',
      cell: ({ price }) => <TickMark value={price ?? 0}>{format.price(price)}</TickMark>,
      skeleton: 64,
      sort: { value: ({ price }) => price },
      width: 148,
      wide: 200,
      narrow: 'value',
    },
    ...historyTypes.map((period): Column<TokenWithChange> => ({
      id: period,
      header: periodNames[period],
      unit: '%',
      kind: 'figure',
      cell: ({ change }) => <Change value={change[period]} format={format.market.percentChange} />,
      skeleton: 52,
      sort: { value: ({ change }) => change[period] },
      width: period === 'all' ? 144 : 120,
      wide: 168,
      ...(period === 'month' ? { narrow: 'right' } : { from: period === 'all' ? 800 : 720 }),
    })),
  ];
}
