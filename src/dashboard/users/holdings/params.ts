import { choiceParam } from '../../shared/url/searchParam.ts';
import { type Sort, sortParam } from '../../shared/url/sortParam.ts';

/** `?holdings=positions` shows what all wallets hold together, instead of wallet by wallet. */
export const holdingsParam = choiceParam('holdings', ['wallets', 'positions'], 'wallets');

const walletColumns = ['thematic', 'positions', 'total', 'change'] as const;
export type WalletColumn = (typeof walletColumns)[number];
export type WalletSort = Sort<WalletColumn>;
export const walletSortParam = sortParam(walletColumns, { by: 'total', order: 'descending' });

const positionColumns = ['token', 'amount', 'price', 'total', 'wallets'] as const;
export type PositionColumn = (typeof positionColumns)[number];
export type PositionSort = Sort<PositionColumn>;
export const positionSortParam = sortParam(positionColumns, { by: 'total', order: 'descending' });

/** `?find=` within the positions. */
export const findName = 'find';
