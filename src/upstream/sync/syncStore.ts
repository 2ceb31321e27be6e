import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { DirectoryPeriod } from '#contract/directory.ts';
import { incompleteList, type IncompleteList } from '#contract/incompleteList.ts';
import { isObject } from '#contract/mergePatch.ts';
import { unreadPart, type UnreadPart } from '#contract/responseNotes.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import { upstreamRounds, upstreamUsers } from '#platform/database/schema/upstream.ts';
import type { ForeignThematic, ForeignUser, ReadWallets } from '../reading/read.ts';
import { withWallets } from '../reading/readUsers.ts';
import { sharedWallets } from '../reading/readWallets.ts';

export interface Move {
  readonly change: number | null;
  readonly spark: readonly (number | null)[] | null;
  /** Epoch milliseconds, as all times here. */
  readonly readAt: number;
}

/** The latest data of a user. */
export interface SyncedUser {
  /** Constant while the process runs. */
  readonly key: number;
  /** Index in the list. */
  readonly position: number;
  readonly listed: ForeignUser;
  /** Wallets that were requested separately. */
  readonly wallets: ReadWallets | null;
  /** `listed` with `wallets`. */
  readonly user: ForeignUser;
  readonly userAt: number;
  /** When the wallets were read, in the list or separately; null: not yet. */
  readonly walletsAt: number | null;
  readonly moves: Readonly<Partial<Record<DirectoryPeriod, Move>>>;
  /** The latest complete list lacks the user. */
  readonly isMissing: boolean;
}

/** Returns a listed user with the wallets that were requested separately, if there are any. */
export function userOfParts({ listed, wallets }: Pick<SyncedUser, 'listed' | 'wallets'>) {
  const isKnown = wallets?.unread.some(({ what }) => what === 'answer') === false;
  return listed.wallets === null && isKnown ? withWallets(listed, wallets) : listed;
}

/** State of the sync, as it is stored. */
export interface SyncState {
  /** End of the latest complete list; null: none yet. */
  readonly listedAt: number | null;
  /** Start of the latest complete list. */
  readonly listedFrom: number | null;
  readonly isCancelled: boolean;
  /** Why the list of users is incomplete; null if it is complete and `listedAt` is set. */
  readonly incomplete: IncompleteList | null;
  readonly unread: readonly UnreadPart[];
  readonly notes: readonly string[];
  readonly thematics: StoredThematics | null;
}

export interface StoredThematics {
  readonly value: readonly ForeignThematic[];
  readonly readAt: number;
}

export interface SyncStore {
  load(): Promise<{ readonly users: readonly SyncedUser[]; readonly state: SyncState }>;
  save(users: readonly SyncedUser[], gone: readonly string[], state: SyncState): Promise<void>;
}

const rowsPerStatement = 200;
const rowsPerPage = 2000;

/** Key of a service in the database, so that data of one address is never shown for another. */
export const hashOfAddress = (url: string): string =>
  createHash('sha256').update(url).digest('hex').slice(0, 32);

/**
 * Version of the stored format. Increase it with every change of `SyncedUser`, `ForeignUser`, `ForeignThematic` or their parts, and
 * of the values that the parser reads into them: data in another version is discarded and read again.
 */
const storedForm = 3;

const storedState = z.object({
  form: z.literal(storedForm),
  listedAt: z.nullable(z.number()),
  listedFrom: z.nullable(z.number()),
  isCancelled: z.boolean(),
  incomplete: z.nullable(incompleteList),
  unread: z.array(unreadPart),
  notes: z.array(z.string()),
  thematics: z.nullable(
    z.object({
      readAt: z.number(),
      // Written by us, in this form.
      value: z.array(z.custom<ForeignThematic>((it) => isObject(it))),
    }),
  ),
});
export const noSyncState: SyncState = {
  listedAt: null,
  listedFrom: null,
  isCancelled: false,
  incomplete: null,
  unread: [],
  notes: [],
  thematics: null,
};

type Stored = Omit<SyncedUser, 'key' | 'user'>;

function storedText({ key: _key, user: _user, ...stored }: SyncedUser): string {
  return JSON.stringify(stored satisfies Stored);
}

/** A user that the latest complete list left unchanged was not stored again, but was read with that list. */
function syncedUser(body: string, key: number, { listedFrom }: SyncState): SyncedUser {
  // Written by us, in this form.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { listed: read, wallets: own, ...stored } = JSON.parse(body) as Stored;
  const listed = { ...read, wallets: read.wallets && sharedWallets(read.wallets) };
  const wallets = own && { ...own, value: sharedWallets(own.value) };
  const isOfList = !stored.isMissing && listedFrom !== null && listedFrom > stored.userAt;
  const userAt = isOfList ? listedFrom : stored.userAt;
  const walletsAt = listed.wallets === null ? stored.walletsAt : userAt;
  const user = userOfParts({ listed, wallets });
  return { ...stored, listed, wallets, user, userAt, walletsAt, key };
}

export function createSyncStore(database: Database, url: string): SyncStore {
  const source = hashOfAddress(url);
  const { queries, background } = database;
  const ofSource = eq(upstreamUsers.source, source);

  const storeState = (state: SyncState) => async (tx: Queries) => {
    const body = JSON.stringify({ ...state, form: storedForm });
    await tx
      .insert(upstreamRounds)
      .values({ source, body })
      .onConflictDoUpdate({ target: upstreamRounds.source, set: { body } });
  };

  return {
    async load() {
      const [row] = await queries
        .select()
        .from(upstreamRounds)
        .where(eq(upstreamRounds.source, source));
      const read = storedState.safeParse(row === undefined ? null : JSON.parse(row.body));
      const users: SyncedUser[] = [];
      if (!read.success) {
        await queries.delete(upstreamUsers).where(ofSource);
        return { users, state: noSyncState };
      }
      const { form: _form, ...state } = read.data;
      for (let after = ''; ;) {
        const page = await queries
          .select({ key: upstreamUsers.key, body: upstreamUsers.body })
          .from(upstreamUsers)
          .where(and(ofSource, sql`${upstreamUsers.key} COLLATE "C" > ${after}`))
          .orderBy(sql`${upstreamUsers.key} COLLATE "C"`)
          .limit(rowsPerPage);
        for (const { body } of page) {
          users.push(syncedUser(body, users.length + 1, state));
        }
        const last = page.at(-1);
        if (last === undefined) break;
        after = last.key;
      }
      return { users, state };
    },

    // In batches, so that requests get the database in between.
    async save(users, gone, state) {
      // An unfinished state is stored before its users, a complete one after them.
      if (state.incomplete?.kind === 'unfinished') await background.transaction(storeState(state));
      for (let from = 0; from < users.length; from += rowsPerStatement) {
        const rows = users.slice(from, from + rowsPerStatement).map((user) => ({
          source,
          key: JSON.stringify(user.user.customId),
          body: storedText(user),
        }));
        await background.transaction(
          (tx) =>
            tx
              .insert(upstreamUsers)
              .values(rows)
              .onConflictDoUpdate({
                target: [upstreamUsers.source, upstreamUsers.key],
                set: { body: sql`excluded.body` },
              }),
          { isAlone: true },
        );
      }
      await background.transaction(async (tx) => {
        if (gone.length > 0) {
          const keys = gone.map((customId) => JSON.stringify(customId));
          await tx.delete(upstreamUsers).where(and(ofSource, inArray(upstreamUsers.key, keys)));
        }
        await storeState(state)(tx);
      });
    },
  };
}
