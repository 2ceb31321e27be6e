import type { WalletTrade } from '#contract/rebalance.ts';
import type { Column } from '../design/columns.ts';
import { tokenColumns } from '../portfolio/positionColumns.tsx';
import type { Format } from '../preferences/format.ts';

export function tradeColumns(format: Format): readonly Column<WalletTrade>[] {
  const { token, price } = tokenColumns<WalletTrade>(format, format.currency);
  return [
    token,
    { ...price, from: 960 },
    {
      id: 'total',
      header: 'Total',
      unit: format.currency,
      kind: 'figure',
      isSoft: true,
      cell: ({ total }) => format.total(total),
      figure: { of: ({ total }) => total, text: format.total, isSummed: true },
      sort: { value: ({ total }) => total },
      csv: { total: ({ total }) => total },
      privacy: 'amount',
      width: 148,
      from: 1100,
    },
    {
      id: 'weight',
      header: 'Weight',
      kind: 'figure',
      cell: ({ weight }) => format.share(weight),
      sort: { value: ({ weight }) => weight },
      csv: { weight: ({ weight }) => weight },
      privacy: 'share',
      width: 88,
      narrow: 'left',
    },
    {
      id: 'target',
      header: 'Target',
      kind: 'figure',
      isSoft: true,
      cell: ({ target }) => format.market.share(target),
      sort: { value: ({ target }) => target },
      csv: { target: ({ target }) => target },
      width: 84,
    },
    {
      id: 'tradeTotal',
      header: 'Buy or sell',
      unit: format.currency,
      kind: 'figure',
      cell: ({ tradeTotal }) => format.change(tradeTotal),
      figure: { of: ({ tradeTotal }) => tradeTotal, text: format.change },
      sort: {
        value: ({ tradeTotal }) => tradeTotal,
        descending: 'Largest purchase first',
        ascending: 'Largest sale first',
      },
      csv: { tradeTotal: ({ tradeTotal }) => tradeTotal },
      privacy: 'amount',
      width: 164,
      narrow: 'value',
    },
    {
      id: 'tradeAmount',
      header: 'Amount',
      kind: 'figure',
      cell: ({ tradeAmount }) => format.amountChange(tradeAmount),
      figure: { of: ({ tradeAmount }) => tradeAmount, text: format.amountChange },
      csv: { tradeAmount: ({ tradeAmount }) => tradeAmount },
      privacy: 'amount',
      width: 152,
      narrow: 'right',
    },
    {
      id: 'amountAfter',
      header: 'Amount after',
      kind: 'figure',
      isSoft: true,
      cell: ({ amountAfter }) => format.amount(amountAfter),
      figure: { of: ({ amountAfter }) => amountAfter, text: format.amount },
      csv: { amount: ({ amount }) => amount, amountAfter: ({ amountAfter }) => amountAfter },
      privacy: 'amount',
      width: 152,
      from: 720,
    },
  ];
}
