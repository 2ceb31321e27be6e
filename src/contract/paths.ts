import type { HistoryType } from './historyType.ts';

const e = encodeURIComponent;

/** Every path of the service, built from ids of any characters. Without a type: the answer of `all`. */
export const paths = {
  users: () => '/p/users',
  user: (id: string) => `/p/users/${e(id)}`,
  userWallets: (id: string) => `/p/users/${e(id)}/wallets`,
  userHistory: (id: string, type?: HistoryType) => `/p/users/${e(id)}/wallets/history${end(type)}`,
  walletHistory: (id: string, thematicId: string, type?: HistoryType) =>
    `/p/users/${e(id)}/wallets/thematics/${e(thematicId)}/history${end(type)}`,
  thematics: () => '/p/thematics',
  thematic: (id: string) => `/p/thematics/${e(id)}`,
  thematicHistory: (id: string, type?: HistoryType) => `/p/thematics/${e(id)}/history${end(type)}`,
  webhooks: () => '/p/webhook',
  webhooksSummary: () => '/x/webhooks',
  webhookTypes: () => '/x/webhooks/types',
  endpoints: () => '/x/webhooks/endpoints',
  endpoint: (id: string) => `/x/webhooks/endpoints/${e(id)}`,
  endpointEnabling: (id: string) => `/x/webhooks/endpoints/${e(id)}/enable`,
  endpointSecret: (id: string) => `/x/webhooks/endpoints/${e(id)}/secret`,
  endpointTest: (id: string) => `/x/webhooks/endpoints/${e(id)}/test`,
  endpointRecovery: (id: string) => `/x/webhooks/endpoints/${e(id)}/recover`,
  recovery: (id: string) => `/x/webhooks/recoveries/${e(id)}`,
  deliveries: () => '/x/webhooks/deliveries',
  delivery: (id: string) => `/x/webhooks/deliveries/${e(id)}`,
  redelivery: (id: string) => `/x/webhooks/deliveries/${e(id)}/redeliver`,
  signatureCheck: () => '/x/webhooks/verify',
  inspector: () => '/x/webhooks/inspector',
  inspected: (name: string) => `/x/webhooks/inspector/${e(name)}`,
  capabilities: () => '/x/capabilities',
  health: () => '/x/health',
  session: () => '/x/session',
  live: () => '/x/live',
  directory: () => '/x/directory/rows',
  positionsHistory: (id: string, type: HistoryType) =>
    `/x/users/${e(id)}/positions/history${end(type)}`,
  statements: (id: string) => `/x/users/${e(id)}/statements`,
  tokens: () => '/x/tokens',
  tokenHistory: (id: string, type: HistoryType) => `/x/tokens/${e(id)}/history${end(type)}`,
  holders: (id: string) => `/x/thematics/${e(id)}/users`,
  contribution: (id: string, type: HistoryType) => `/x/thematics/${e(id)}/contribution${end(type)}`,
  definition: (id: string) => `/x/thematics/${e(id)}`,
  prices: () => '/x/prices',
  import: () => '/x/import',
} as const;

function end(type: HistoryType | undefined): string {
  return type === undefined ? '' : `/${type}`;
}
