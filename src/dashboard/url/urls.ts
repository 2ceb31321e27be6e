import type { PortfolioSubject } from '#contract/subject.ts';
import { pageLinks } from './pageLinks.ts';

const e = encodeURIComponent;

/** Ids may have any characters. */
export const urls = {
  user: (customId: string) => `/users/${e(customId)}`,
  wallet: (customId: string, thematicId: string) =>
    `/users/${e(customId)}/wallets/${e(thematicId)}`,
  thematic: (thematicId: string) => `/thematics/${e(thematicId)}`,
  report: ({ user, thematic = '' }: PortfolioSubject) =>
    `${user === undefined ? urls.thematic(thematic) : thematic === '' ? urls.user(user) : urls.wallet(user, thematic)}/report`,
  token: (tokenId: string) => `/tokens/${e(tokenId)}`,
  // Ids may contain commas: one parameter each.
  compare: (thematicIds: readonly string[] = []) =>
    `${pageLinks.compare.to}${list('ids', thematicIds)}`,
  compareUsers: (customIds: readonly string[]) =>
    `${pageLinks.compareUsers.to}${list('ids', customIds)}`,
} as const;

function list(name: string, values: readonly string[]): string {
  return values.map((value, index) => `${index === 0 ? '?' : '&'}${name}=${e(value)}`).join('');
}

/** Changes of the user, wallet or thematic of a page. */
export const changesPath = (pathname: string): string => `${pathname.replace(/\/$/, '')}/changes`;

export const pagePatterns = {
  user: '/users/:customId',
  wallet: '/users/:customId/wallets/:thematicId',
  thematic: '/thematics/:thematicId',
  token: '/tokens/:tokenId',
  userReport: '/users/:customId/report',
  walletReport: '/users/:customId/wallets/:thematicId/report',
  thematicReport: '/thematics/:thematicId/report',
  userChanges: '/users/:customId/changes',
  walletChanges: '/users/:customId/wallets/:thematicId/changes',
  thematicChanges: '/thematics/:thematicId/changes',
} as const;
export type PagePattern = (typeof pagePatterns)[keyof typeof pagePatterns];
