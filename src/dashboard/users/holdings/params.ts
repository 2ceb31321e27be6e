import { sortParam } from '../../url/sortParam.ts';

export const positionSortParam = sortParam(['token', 'amount', 'price', 'total', 'wallets'], {
  by: 'total',
  order: 'descending',
});
