import type { QueryKey } from '@tanstack/react-query';
import type { EventType } from '#contract/events.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { EventSubject, LiveEvent } from '#contract/live.ts';
import type { PortfolioSubject } from '#contract/subject.ts';
import type { FiguresOwner } from './bookSubject.ts';

const ofUser = (customId: string, ...parts: string[]) => ['user', customId, ...parts];
const ofThematic = (thematicId: string, ...parts: string[]) => ['thematic', thematicId, ...parts];
const given = (id: string | undefined) => (id === undefined ? [] : [id]);

/** A user, their wallet in a thematic, a thematic, or a token. */
export type SeriesSubject =
  | (PortfolioSubject & { readonly token?: undefined })
  | { readonly user?: undefined; readonly thematic?: undefined; readonly token: string };

/**
 * A refetch of a key includes all keys that begin with it: a user's key includes wallets and histories. Histories end with
 * their period, and `historyKeys` omit it.
 */
export const keys = {
  capabilities: ['capabilities'],
  session: ['session'],
  accessKeys: ['access keys'],
  openSessions: ['open sessions'],
  views: ['views'],
  viewsOfAll: ['views', 'all'],
  timedAnswer: ['timed answer'],
  upstream: ['upstream'],
  directory: ['users'],
  directoryPage: (query: object, page: number) => ['users', 'directory', query, page],
  selection: (version: number) => ['selection', version],
  matchingIds: (query: object) => ['users', 'ids', query],
  directoryGroups: (query: object) => ['users', 'groups', query],
  book: (members: object) => ['users', 'book', members],
  exposure: (query: object) => ['users', 'exposure', query],
  quality: ['users', 'quality'],
  similarUsers: (customId: string) => ['users', 'similar', customId],
  users: ['user'],
  user: (customId: string) => ofUser(customId),
  positions: (customId: string, type: HistoryType, thematicId?: string) =>
    ofUser(customId, 'positions', type, ...given(thematicId)),
  figures: ({ user, thematic, book }: FiguresOwner): readonly unknown[] =>
    book !== undefined
      ? [...keys.book(book), 'figures']
      : user === undefined
        ? ofThematic(thematic, 'figures')
        : ofUser(user, 'figures', ...given(thematic)),
  peers: (customId: string, by: string, type: HistoryType) => ofUser(customId, 'peers', by, type),
  nearest: (customId: string) => ofUser(customId, 'nearest'),
  outliers: (thematicId: string) => ['users', 'outliers', thematicId],
  wallets: (customId: string) => ofUser(customId, 'wallets'),
  walletsPerformance: (customId: string, type: HistoryType) =>
    ofUser(customId, 'performance', type),
  attribution: (customId: string, thematicId: string, type: HistoryType) =>
    ofUser(customId, 'attribution', thematicId, type),
  walletRebalance: (customId: string, thematicId: string) =>
    ofUser(customId, 'rebalance', thematicId),
  statements: (customId: string) => ofUser(customId, 'statements'),
  holdingsEdit: (customId: string) => ['holdings edit', customId],
  thematics: ['thematics'],
  levels: (type: HistoryType) => ['thematics', 'levels', type],
  thematic: (thematicId: string) => ofThematic(thematicId),
  seriesQuality: ({ user, thematic, token }: SeriesSubject, type: HistoryType) =>
    user !== undefined
      ? ofUser(user, 'quality', type, ...given(thematic))
      : thematic !== undefined
        ? ofThematic(thematic, 'quality', type)
        : ['tokens', token, 'quality', type],
  definitions: (thematicId: string) => ofThematic(thematicId, 'definitions'),
  definitionEdit: (thematicId: string) => ['definition edit', thematicId],
  definitionPreview: (thematicId: string, body: object) => ['preview', thematicId, body],
  thematicRebalance: (thematicId: string) => ['users', 'rebalance', thematicId],
  holders: (of: object) => ['users', 'holders', of],
  contribution: (thematicId: string, type: HistoryType, from = '', to = '') =>
    ofThematic(thematicId, 'contribution', type, from, to),
  tokens: ['tokens'],
  token: (tokenId: string) => ['tokens', tokenId],
  auditVerification: ['audit verification'],
  auditTrail: ['audit'],
  audit: (filter: object) => ['audit', filter],
  imports: ['imports'],
  knownAttributes: ['users', 'known attributes'],
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
  returns: (customId: string, thematicId?: string) =>
    ofUser(customId, 'returns', ...given(thematicId)),
  thematic: (thematicId: string) => ofThematic(thematicId, 'history'),
  blend: (parts: readonly { readonly id: string; readonly weight: number }[]) => [
    'thematics',
    'blend',
    JSON.stringify(parts),
  ],
  token: (tokenId: string) => ['tokens', tokenId, 'history'],
} as const;

const asOfPart = 'as of';

/** Adds a past instant (epoch ms) to a key; null, the present, adds nothing. */
export const keyAsOf = (key: readonly unknown[], asOf: number | null): readonly unknown[] =>
  asOf === null ? key : [...key, asOfPart, asOf];

/** Returns whether a key is about the present or past instant: data of another instant is never shown instead. */
export function isKeyAsOf(key: QueryKey, asOf: number | null): boolean {
  return (key.at(-2) === asOfPart ? key.at(-1) : null) === asOf;
}

export interface Outdated {
  readonly queryKey: QueryKey;
  readonly exact?: boolean;
}

const created = 'user.created' satisfies EventType;

export const outdatedByDeliveries: Outdated[] = [{ queryKey: keys.webhooks }];

const outdatedBySubject: Record<EventSubject, (event: LiveEvent) => Outdated[]> = {
  user: ({ type, customId = '' }) => [
    { queryKey: keys.directory },
    // A page may have requested the user before they existed.
    { queryKey: keys.user(customId), exact: type !== created },
  ],
  wallet: ({ user = '' }) => [{ queryKey: keys.directory }, { queryKey: keys.user(user) }],
  // Wallets are not affected: holdings and returns do not depend on a thematic's definition or name.
  thematic: ({ thematics = '' }) => [
    { queryKey: keys.thematics },
    { queryKey: keys.thematic(thematics) },
  ],
  endpoint: () => outdatedByDeliveries,
  // Records that are appended to histories arrive with ticks.
  wallets: () => [],
  thematics: () => [],
};

export function outdatedBy(event: LiveEvent): Outdated[] {
  return outdatedBySubject[event.of](event);
}
