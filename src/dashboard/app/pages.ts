interface PageModule {
  /** Below `src/dashboard`: what draws it. */
  readonly module: string;
  /**
   * What it requests first, with what `:name` is in its address; `:period` is `?period=`, or else `initialPeriod`. One with
   * a query of its own is for the address without a query.
   */
  readonly requests: readonly string[];
}

/**
 * The pages, by their addresses as the router's patterns. The build looks up which files each needs (`vite.config.ts`), and the
 * gateway has a browser load them, and begin the first requests, beside the first script.
 */
export const pages = {
  '/users': {
    module: 'users/directory/DirectoryPage.tsx',
    requests: ['/x/directory?offset=0&limit=50', '/p/thematics'],
  },
  '/users/:customId': {
    module: 'users/UserPage.tsx',
    requests: [
      '/p/users/:customId',
      '/p/users/:customId/wallets',
      '/p/users/:customId/wallets/history/:period',
      '/p/thematics',
    ],
  },
  '/users/:customId/wallets/:thematicId': {
    module: 'wallets/WalletPage.tsx',
    requests: [
      '/p/users/:customId/wallets',
      '/p/users/:customId/wallets/thematics/:thematicId/history/:period',
      '/p/thematics/:thematicId',
      '/p/thematics',
    ],
  },
  '/thematics': { module: 'thematics/ThematicsPage.tsx', requests: ['/p/thematics'] },
  '/thematics/:thematicId': {
    module: 'thematics/ThematicPage.tsx',
    requests: [
      '/p/thematics/:thematicId',
      '/p/thematics/:thematicId/history/:period',
      '/p/thematics',
    ],
  },
  '/tokens': { module: 'tokens/TokensPage.tsx', requests: ['/x/tokens'] },
  '/tokens/:tokenId': {
    module: 'tokens/TokenPage.tsx',
    requests: ['/x/tokens', '/x/tokens/:tokenId/history/:period', '/p/thematics'],
  },
  '/exposure': {
    module: 'exposure/ExposurePage.tsx',
    requests: ['/x/exposure?limit=500', '/p/thematics'],
  },
  '/compare': { module: 'thematics/ComparePage.tsx', requests: ['/p/thematics'] },
  '/settings/webhooks': { module: 'webhooks/WebhooksPage.tsx', requests: ['/p/webhook'] },
  '/settings/access': { module: 'access/AccessPage.tsx', requests: ['/x/session'] },
  '/settings/audit': { module: 'access/audit/AuditPage.tsx', requests: [] },
  '/settings/check': { module: 'settings/ServiceCheckPage.tsx', requests: [] },
  '/settings/preferences': { module: 'settings/PreferencesPage.tsx', requests: [] },
} as const satisfies Readonly<Record<`/${string}`, PageModule>>;
