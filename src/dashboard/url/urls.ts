const e = encodeURIComponent;

/** Addresses of the pages, built from ids of any characters. */
export const urls = {
  users: () => '/users',
  user: (customId: string) => `/users/${e(customId)}`,
  wallet: (customId: string, thematicId: string) =>
    `/users/${e(customId)}/wallets/${e(thematicId)}`,
  thematics: () => '/thematics',
  thematic: (thematicId: string) => `/thematics/${e(thematicId)}`,
  tokens: () => '/tokens',
  token: (tokenId: string) => `/tokens/${e(tokenId)}`,
  // Not below /thematics, where `compare` is the id of a thematic. Ids may hold commas: one parameter each.
  compare: (thematicIds: readonly string[] = []) => `/compare${list('ids', thematicIds)}`,
  webhooks: () => '/settings/webhooks',
  preferences: () => '/settings/preferences',
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
