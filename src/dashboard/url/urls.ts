import { pageLinks } from './pageLinks.ts';

const e = encodeURIComponent;

/** Addresses of the pages that have ids, of any characters. */
export const urls = {
  user: (customId: string) => `/users/${e(customId)}`,
  wallet: (customId: string, thematicId: string) =>
    `/users/${e(customId)}/wallets/${e(thematicId)}`,
  thematic: (thematicId: string) => `/thematics/${e(thematicId)}`,
  token: (tokenId: string) => `/tokens/${e(tokenId)}`,
  // Ids may hold commas: one parameter each.
  compare: (thematicIds: readonly string[] = []) =>
    `${pageLinks.compare.to}${list('ids', thematicIds)}`,
} as const;

function list(name: string, values: readonly string[]): string {
  return values.map((value, index) => `${index === 0 ? '?' : '&'}${name}=${e(value)}`).join('');
}

/** The router's patterns of the pages that carry ids; their ids are read with `usePathIds`. */
export const pagePatterns = {
  user: '/users/:customId',
  wallet: '/users/:customId/wallets/:thematicId',
  thematic: '/thematics/:thematicId',
  token: '/tokens/:tokenId',
} as const;
export type PagePattern = (typeof pagePatterns)[keyof typeof pagePatterns];
