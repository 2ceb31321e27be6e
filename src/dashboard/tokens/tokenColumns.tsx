import { type HistoryType, initialPeriod } from '#contract/historyType.ts';
import type { TokenWithChange } from '#contract/token.ts';
import type { Column, FromWidth } from '../design/columns.ts';
import { periodColumns } from '../history/periodColumns.tsx';
import { Price, TokenCell } from '../portfolio/positionColumns.tsx';
import { TickMark } from '../portfolio/TickMark.tsx';
import type { Format } from '../preferences/format.ts';
import { urls } from '../url/urls.ts';

/** Minimum list width for each period. The initial period is always shown. */
const periodsFrom: Record<HistoryType, FromWidth> = {
  day: 720,
  week: 720,
  month: 720,
  year: 720,
  all: 960,
};

export function priceListColumns(
  format: Format,
  hasHistory: boolean,
): readonly Column<TokenWithChange>[] {
  const periods = periodColumns<TokenWithChange>(format, (period) =>
    period === initialPeriod ? { narrow: 'right' } : { from: periodsFrom[period] },
  );
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
      cell: ({ price }) =>
        price === null ? (
          <Price token={{ price }} />
        ) : (
          <TickMark value={price}>{format.price(price)}</TickMark>
        ),
      figure: { of: ({ price }) => price, text: format.price },
      skeleton: 64,
      sort: { value: ({ price }) => price },
      width: 148,
      wide: 200,
      narrow: 'value',
    },
    ...(hasHistory ? periods : []),
  ];
}
