import type { QueryKey } from '@tanstack/react-query';
import type { EventType } from '#contract/events.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { EventSubject, LiveEvent } from '#contract/live.ts';

const ofUser = (customId: string, ...parts: string[]) => ['user', customId, ...parts];
const ofThematic = (thematicId: string, ...parts: string[]) => ['thematic', thematicId, ...parts];
const given = (id: string | undefined) => (id === undefined ? [] : [id]);

/**
 * Keys of every query. What begins with another key is refreshed with it: a change of a user refreshes its wallets and their
 * histories. Histories end with their period; `historyKeys` are without it.
 */
export const keys = {
  capabilities: ['capabilities'],
  session: ['session'],
  accessKeys: ['access keys'],
  openSessions: ['open sessions'],
  timedAnswer: ['timed answer'],
  upstream: ['upstream'],
  /** Lists of users, such as pages of the directory. */
  directory: ['users'],
  directoryPage: (query: object, page: number) => ['users', 'directory', query, page],
  exposure: (query: object) => ['users', 'exposure', query],
  similarUsers: (customId: string) => ['users', 'similar', customId],
  users: ['user'],
  user: (customId: string) => ofUser(customId),
  positions: (customId: string, type: HistoryType, thematicId?: string) =>
    ofUser(customId, 'positions', type, ...given(thematicId)),
  wallets: (customId: string) => ofUser(customId, 'wallets'),
  walletsPerformance: (customId: string, type: HistoryType) =>
    ofUser(customId, 'performance', type),
  statements: (customId: string) => ofUser(customId, 'statements'),
  holdingsEdit: (customId: string) => ['holdings edit', customId],
  thematics: ['thematics'],
  levels: (type: HistoryType) => ['thematics', 'levels', type],
  thematic: (thematicId: string) => ofThematic(thematicId),
  definitions: (thematicId: string) => ofThematic(thematicId, 'definitions'),
  definitionEdit: (thematicId: string) => ['definition edit', thematicId],
  holders: (of: object) => ['users', 'holders', of],
  contribution: (thematicId: string, type: HistoryType, from = '', to = '') =>
    ofThematic(thematicId, 'contribution', type, from, to),
  tokens: ['tokens'],
  token: (tokenId: string) => ['tokens', tokenId],
  auditVerification: ['audit verification'],
  auditTrail: ['audit'],
  audit: (filter: object) => ['audit', filter],
  imports: ['imports'],
  changes: {
    user: (customId: string) => ofUser(customId, 'changes'),
    thematic: (thematicId: string) => ofThematic(thematicId, 'changes'),
    endpoint: (id: string) => ['webhooks', 'changes', id],
  },
  webhooks: ['webhooks'],
  webhookPart: (part: string, ...which: readonly unknown[]) => ['webhooks', part, ...which],
} as const;

export const historyKeys = {
  user: (customId: string) => ofUser(customId, 'history'),
  wallet: (customId: string, thematicId: string) =>
    ofUser(customId, 'wallets', thematicId, 'history'),
  /** The return of a user, or of one wallet. */
  returns: (customId: string, thematicId?: string) =>
    ofUser(customId, 'returns', ...given(thematicId)),
  thematic: (thematicId: string) => ofThematic(thematicId, 'history'),
  token: (tokenId: string) => ['tokens', tokenId, 'history'],
} as const;

/** Queries that an event makes outdated: of one key, or of all that begin with it. */
export interface Outdated {
  readonly queryKey: QueryKey;
  readonly exact?: boolean;
}

const created = 'user.created' satisfies EventType;

export const outdatedByDeliveries: Outdated[] = [{ queryKey: keys.webhooks }];

const outdatedBySubject: Record<EventSubject, (event: LiveEvent) => Outdated[]> = {
  user: ({ type, customId = '' }) => [
    { queryKey: keys.directory },
    // One that did not exist may have been requested all the same.
    { queryKey: keys.user(customId), exact: type !== created },
  ],
  wallet: ({ user = '' }) => [{ queryKey: keys.directory }, { queryKey: keys.user(user) }],
  // No wallet: what it holds, and its return, do not depend on how its thematic is defined or named.
  thematic: ({ thematics = '' }) => [
    { queryKey: keys.thematics },
    { queryKey: keys.thematic(thematics) },
  ],
  endpoint: () => outdatedByDeliveries,
  // Records that are appended to histories come with the ticks.
  wallets: () => [],
  thematics: () => [],
};

/** Which queries an event makes outdated. */
export function outdatedBy(event: LiveEvent): Outdated[] {
  return outdatedBySubject[event.of](event);
}
