import { sortParam } from '../../url/sortParam.ts';

export const walletSortParam = sortParam(['thematic', 'positions', 'total', 'change'], {
  by: 'total',
  order: 'descending',
});

export const positionSortParam = sortParam(['token', 'amount', 'price', 'total', 'wallets'], {
  by: 'total',
  order: 'descending',
});
