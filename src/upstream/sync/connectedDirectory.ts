import type { ExposureBy } from '#contract/exposure.ts';
import { getThematics } from '#contract/operations/thematics.ts';
import { createDirectory, type DirectoryUser } from '#directory/directory.ts';
import type { DirectoryFeed } from '#directory/directoryFeed.ts';
import type { Selections } from '#directory/selections.ts';
import { inSlices } from '#directory/slices.ts';
import { Problem } from '#platform/http/problem.ts';
import { lists } from '../reading/lists.ts';
import { notReported } from '../reading/notReported.ts';
import type { ForeignThematic } from '../reading/read.ts';
import { areAllWallets } from '../reading/readUsers.ts';
import { readEachThematic } from '../reading/readThematics.ts';
import { readWholeList } from '../source/pages.ts';
import type { SyncedUser } from './syncStore.ts';
import { syncNotes } from './syncProgress.ts';
import { createUserSync, type UserSync, type UserSyncOptions } from './userSync.ts';

/** Maximum age of the figures' as of, in milliseconds. */
const asOfAge = 10_000;

function directoryUserOf({ key, user, wallets, moves }: SyncedUser): DirectoryUser {
  const { name, ...attributes } = user.attributes;
  const isName = typeof name === 'string' && name !== '';
  return {
    key,
    person: {
      customId: user.customId,
      name: isName ? name : null,
      attributes: isName ? attributes : user.attributes,
      createdAt: user.createdAt ?? Number.NaN,
      sample: false,
    },
    holdings: { heldFrom: null, wallets: [] },
    reported: {
      total: user.total,
      walletCount: user.walletCount,
      hasMoreWallets: user.wallets !== null && wallets !== null && !areAllWallets(wallets),
      wallets:
        user.wallets?.map(({ thematic, total, tokens }) => ({
          thematic: thematic?.id ?? null,
          total,
          positions: (tokens ?? []).map((position) => ({
            token: position.token.id,
            total: position.total,
          })),
        })) ?? null,
      periods: moves,
    },
  };
}

/** The interface has no past prices, so the figures are those that the service reports. */
const noPrices = (asOf: number) => ({
  asOf: () => asOf,
  tokenIds: () => [],
  series: (_: string, times: Float64Array) => times.map(() => Number.NaN),
  finestStep: () => null,
});

/** Minimum milliseconds between two change notices to pages. */
const changeInterval = 2000;

export interface ConnectedDirectoryOptions extends Omit<UserSyncOptions, 'onUsers'> {
  readonly onChange: () => void;
  readonly selections: Selections;
}

/** Creates the background sync of another service's users, and the directory of the users read so far. */
export function createConnectedDirectory({
  onChange,
  selections,
  ...options
}: ConnectedDirectoryOptions): {
  readonly sync: UserSync;
  readonly directory: DirectoryFeed;
} {
  const { source, clock } = options;
  const directory = createDirectory('statements');
  const names = {
    thematic: new Map<string, string | null>(),
    token: new Map<string, string | null>(),
  } satisfies Record<ExposureBy, Map<string, string | null>>;
  let valuing: Promise<void> | null = null;
  let valuedAt = Number.NEGATIVE_INFINITY;
  let changing: NodeJS.Timeout | null = null;

  async function value(): Promise<void> {
    valuedAt = clock();
    const asOf = source.lastGoodAt ?? sync.progress().listedAt ?? clock();
    await inSlices(directory.value(noPrices(asOf), true));
  }

  const readForPerson = (path: string) => source.read(path, { priority: 'person' });

  /** The latest list that could be read. */
  async function listedThematics(): Promise<readonly ForeignThematic[]> {
    try {
      const read = await readWholeList(
        readForPerson,
        getThematics.path,
        lists.thematics,
        readEachThematic,
      );
      return read.value;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return sync.thematics()?.value ?? [];
    }
  }

  function announce(): void {
    changing ??= setTimeout(() => {
      changing = null;
      onChange();
    }, changeInterval).unref();
  }

  const sync = createUserSync({
    ...options,
    onUsers(users, gone) {
      directory.delete(gone.map(({ key }) => key));
      directory.put(users.map(directoryUserOf));
      for (const { user } of users) {
        for (const { thematic, tokens } of user.wallets ?? []) {
          if (thematic !== null) addName(names.thematic, thematic.id, thematic.name);
          for (const { token } of tokens ?? []) addName(names.token, token.id, token.name);
        }
      }
      announce();
    },
  });

  return {
    sync,
    directory: {
      async fresh() {
        await sync.hasUsers();
        if (clock() - valuedAt > asOfAge) {
          valuing ??= value().finally(() => {
            valuing = null;
          });
        }
        await valuing;
        return directory;
      },
      async names(by) {
        if (by === 'token') return names.token;
        const all = new Map(names.thematic);
        for (const { id, name } of await listedThematics()) addName(all, id, name);
        // The list may have ids only.
        for (const { id, name } of sync.thematics()?.value ?? []) {
          if (all.has(id) && (all.get(id) ?? null) === null) addName(all, id, name);
        }
        return all;
      },
      selections,
      past: notReported.holdings,
      holdings: notReported.holdings,
      since: notReported.holdings,
      seen: (customIds, period) => sync.want(customIds, period),
      incomplete: () => sync.incomplete(),
      notes: () => syncNotes(sync.progress(), source.fault?.detail ?? null, clock()),
    },
  };
}

function addName(names: Map<string, string | null>, id: string, name: string | null): void {
  if (name !== null || !names.has(id)) names.set(id, name);
}
