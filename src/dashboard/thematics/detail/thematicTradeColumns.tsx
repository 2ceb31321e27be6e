import type { RebalancedWallet, TokenTrades } from '#contract/rebalance.ts';
import type { Column } from '../../design/columns.ts';
import { tokenColumns } from '../../portfolio/positionColumns.tsx';
import type { Format } from '../../preferences/format.ts';
import { urls } from '../../url/urls.ts';

export function tokenTradeColumns(format: Format): readonly Column<TokenTrades>[] {
  const { token } = tokenColumns<TokenTrades>(format, format.currency);
  return [
    token,
    {
      id: 'weight',
      header: 'Weight',
      kind: 'figure',
      cell: ({ weight }) => format.share(weight),
      title: () => 'Part of all wallets together',
      sort: { value: ({ weight }) => weight },
      width: 88,
    },
    {
      id: 'target',
      header: 'Target',
      kind: 'figure',
      isSoft: true,
      cell: ({ target }) => format.market.share(target),
      sort: { value: ({ target }) => target },
      width: 84,
    },
    {
      id: 'buy',
      header: 'To buy',
      unit: format.currency,
      kind: 'figure',
      cell: ({ buy }) => format.total(buy.total),
      title: ({ buy }) => walletsText(format, buy),
      figure: { of: ({ buy }) => buy.total, text: format.total, isSummed: true },
      sort: { value: ({ buy }) => buy.total },
      width: 140,
      narrow: 'value',
    },
    {
      id: 'sell',
      header: 'To sell',
      unit: format.currency,
      kind: 'figure',
      cell: ({ sell }) => format.total(sell.total),
      title: ({ sell }) => walletsText(format, sell),
      figure: { of: ({ sell }) => sell.total, text: format.total, isSummed: true },
      sort: { value: ({ sell }) => sell.total },
      width: 140,
      narrow: 'right',
    },
    {
      id: 'net',
      header: 'Net amount',
      kind: 'figure',
      isSoft: true,
      cell: (row) => format.amountChange(netOf(row)),
      title: () => 'Amount to buy less amount to sell',
      figure: { of: netOf, text: format.amountChange },
      sort: { value: netOf },
      width: 140,
      from: 720,
    },
  ];
}

const netOf = ({ buy, sell }: TokenTrades): number => buy.amount - sell.amount;

const walletsText = (format: Format, { wallets, amount }: TokenTrades['buy']): string =>
  `${format.amount(amount)} in ${format.count(wallets, 'wallet')}`;

export function walletTradeColumns(
  format: Format,
  thematicId: string,
): readonly Column<RebalancedWallet>[] {
  return [
    {
      id: 'user',
      header: 'User',
      href: ({ customId }) => urls.wallet(customId, thematicId),
      cell: ({ customId }) => <bdi>{customId}</bdi>,
      title: ({ name, customId }) => name ?? customId,
      sort: { value: ({ customId }) => customId },
      narrow: 'head',
    },
    {
      id: 'total',
      header: 'Value',
      unit: format.currency,
      kind: 'figure',
      isSoft: true,
      cell: ({ total }) => format.total(total),
      figure: { of: ({ total }) => total, text: format.total },
      sort: { value: ({ total }) => total },
      width: 148,
    },
    {
      id: 'activeShare',
      header: 'Off target',
      kind: 'figure',
      cell: ({ activeShare }) => format.percent(activeShare),
      title: () => 'Active share: half the sum of the absolute drifts',
      sort: { value: ({ activeShare }) => activeShare },
      width: 108,
      narrow: 'right',
    },
    {
      id: 'traded',
      header: 'To move',
      unit: format.currency,
      kind: 'figure',
      cell: ({ traded }) => format.total(traded),
      figure: { of: ({ traded }) => traded, text: format.total },
      sort: { value: ({ traded }) => traded },
      width: 148,
      narrow: 'value',
    },
  ];
}
