interface PageModule {
  readonly module: string;
  /**
   * First requests of the present: `:name` comes from the address, `:period` from `?period=` or `initialPeriod`. A request with its
   * own query is only for an address without one.
   */
  readonly requests: readonly string[];
}

/**
 * Pages by router pattern. The build finds the files of each (`vite.config.ts`), and the gateway lets browsers preload them and
 * begin the first requests.
 */
export const pages = {
  '/users': {
    module: 'users/directory/DirectoryPage.tsx',
    requests: ['/x/directory?offset=0&limit=50', '/p/thematics'],
  },
  '/book': { module: 'book/BookPage.tsx', requests: ['/p/thematics'] },
  '/shock': { module: 'shock/ShockPage.tsx', requests: ['/p/thematics', '/x/tokens'] },
  '/compare-users': { module: 'users/CompareUsersPage.tsx', requests: [] },
  '/users/:customId': {
    module: 'users/UserPage.tsx',
    requests: [
      '/p/users/:customId',
      '/p/users/:customId/wallets',
      '/p/users/:customId/wallets/history/:period',
      '/p/thematics',
      '/x/users/:customId/performance/:period',
      '/x/users/:customId/wallets/performance/:period',
      '/x/users/:customId/statements',
    ],
  },
  '/users/:customId/wallets/:thematicId': {
    module: 'wallets/WalletPage.tsx',
    requests: [
      '/p/users/:customId/wallets',
      '/p/users/:customId/wallets/thematics/:thematicId/history/:period',
      '/p/thematics/:thematicId',
      '/p/thematics',
      '/x/users/:customId/statements',
      '/x/tokens',
    ],
  },
  '/thematics': { module: 'thematics/ThematicsPage.tsx', requests: ['/p/thematics'] },
  '/thematics/:thematicId': {
    module: 'thematics/ThematicPage.tsx',
    requests: [
      '/p/thematics/:thematicId',
      '/p/thematics/:thematicId/history/:period',
      '/p/thematics',
      '/x/thematics/:thematicId/definitions',
      '/x/tokens',
    ],
  },
  '/book/report': { module: 'report/BookReportPage.tsx', requests: ['/p/thematics'] },
  '/users/:customId/report': {
    module: 'report/UserReportPage.tsx',
    requests: ['/p/users/:customId', '/p/users/:customId/wallets', '/p/thematics'],
  },
  '/users/:customId/wallets/:thematicId/report': {
    module: 'report/WalletReportPage.tsx',
    requests: ['/p/users/:customId', '/p/users/:customId/wallets', '/p/thematics'],
  },
  '/thematics/:thematicId/report': {
    module: 'report/ThematicReportPage.tsx',
    requests: ['/p/thematics/:thematicId', '/p/thematics'],
  },
  '/users/:customId/changes': { module: 'changes/ChangesPage.tsx', requests: [] },
  '/users/:customId/wallets/:thematicId/changes': {
    module: 'changes/ChangesPage.tsx',
    requests: [],
  },
  '/thematics/:thematicId/changes': { module: 'changes/ChangesPage.tsx', requests: [] },
  '/tokens': { module: 'tokens/TokensPage.tsx', requests: ['/x/tokens'] },
  '/tokens/:tokenId': {
    module: 'tokens/TokenPage.tsx',
    requests: ['/x/tokens', '/x/tokens/:tokenId/history/:period', '/p/thematics'],
  },
  '/exposure': {
    module: 'exposure/ExposurePage.tsx',
    requests: ['/x/exposure?limit=500', '/p/thematics'],
  },
  '/quality': {
    module: 'quality/QualityPage.tsx',
    requests: ['/x/quality?limit=500', '/p/thematics'],
  },
  '/compare': { module: 'thematics/ComparePage.tsx', requests: ['/p/thematics'] },
  '/settings/webhooks': { module: 'webhooks/WebhooksPage.tsx', requests: ['/p/webhook'] },
  '/settings/access': { module: 'access/AccessPage.tsx', requests: ['/x/session'] },
  '/settings/audit': { module: 'access/audit/AuditPage.tsx', requests: [] },
  '/settings/check': { module: 'settings/ServiceCheckPage.tsx', requests: [] },
  '/settings/preferences': { module: 'settings/PreferencesPage.tsx', requests: [] },
} as const satisfies Readonly<Record<`/${string}`, PageModule>>;
