import type { ExposureBy } from '#contract/exposure.ts';
import { getThematics } from '#contract/operations/thematics.ts';
import { createDirectory, type DirectoryUser } from '#directory/directory.ts';
import type { DirectoryFeed } from '#directory/directoryFeed.ts';
import { inSlices } from '#directory/slices.ts';
import { Problem } from '#platform/http/problem.ts';
import { lists } from '../reading/lists.ts';
import type { ForeignThematic } from '../reading/read.ts';
import { areAllWallets } from '../reading/readUsers.ts';
import { readEachThematic } from '../reading/readThematics.ts';
import { readWholeList } from '../source/pages.ts';
import type { KeptUser } from './keptUsers.ts';
import { syncNotes } from './progress.ts';
import { createRound, type Round, type RoundOptions } from './round.ts';

/** Figures get a new as of after so long. */
const asOfAge = 10_000;

/** What another service states of a user, in the shape of the read model. */
function directoryUserOf({ key, user, wallets, moves }: KeptUser): DirectoryUser {
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

/** No prices of the past: figures are those that are stated. */
const noPrices = (asOf: number) => ({
  asOf: () => asOf,
  tokenIds: () => [],
  series: (_: string, times: Float64Array) => times.map(() => Number.NaN),
  finestStep: () => null,
});

/** Pages request again what they show at most so often, however quickly users are read. */
const changeInterval = 2000;

export interface DirectoryRoundOptions extends Omit<RoundOptions, 'onUsers'> {
  /** Pages are to request again what they show. */
  readonly onChange: () => void;
}

/** Reads another service's users in the background, and the directory of them, as far as they were read. */
export function createDirectoryRound({ onChange, ...options }: DirectoryRoundOptions): {
  readonly round: Round;
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

  /** Figures are as of the last good answer; what of them is older is said by the reading. */
  async function value(): Promise<void> {
    valuedAt = clock();
    const asOf = source.lastGoodAt ?? round.progress().listedAt ?? clock();
    await inSlices(directory.value(noPrices(asOf), true));
  }

  const readForPerson = (path: string) => source.read(path, { priority: 'person' });

  /** While the service gives no answer, those that were read last. */
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
      return round.thematics()?.value ?? [];
    }
  }

  function announce(): void {
    changing ??= setTimeout(() => {
      changing = null;
      onChange();
    }, changeInterval).unref();
  }

  const round = createRound({
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
    round,
    directory: {
      async fresh() {
        await round.hasUsers();
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
        // Those that are listed by their ids alone have their names there.
        for (const { id, name } of round.thematics()?.value ?? []) {
          if (all.has(id) && (all.get(id) ?? null) === null) addName(all, id, name);
        }
        return all;
      },
      seen: (customIds, period) => round.want(customIds, period),
      incomplete: () => round.incomplete(),
      notes: () => syncNotes(round.progress(), source.fault?.detail ?? null, clock()),
    },
  };
}

/** A name once known stays where an answer states none. */
function addName(names: Map<string, string | null>, id: string, name: string | null): void {
  if (name !== null || !names.has(id)) names.set(id, name);
}
