const e = encodeURIComponent;

/** Addresses of the pages, built from ids of any characters. */
export const urls = {
  users: () => '/users',
  user: (customId: string) => `/users/${e(customId)}`,
  wallet: (customId: string, thematicId: string) =>
    `/users/${e(customId)}/wallets/${e(thematicId)}`,
  thematics: () => '/thematics',
  thematic: (thematicId: string) => `/thematics/${e(thematicId)}`,
  webhooks: () => '/settings/webhooks',
  preferences: () => '/settings/preferences',
} as const;

/** The router's patterns of the pages that carry ids; their ids are read with `usePathIds`. */
export const pagePatterns = {
  user: '/users/:customId',
  wallet: '/users/:customId/wallets/:thematicId',
  thematic: '/thematics/:thematicId',
} as const;
export type PagePattern = (typeof pagePatterns)[keyof typeof pagePatterns];
