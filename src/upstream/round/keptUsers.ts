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

/** What a history says over a period, and when it was read. */
export interface Move {
  readonly change: number | null;
  readonly spark: readonly (number | null)[] | null;
  /** Epoch milliseconds, as all times here. */
  readonly readAt: number;
}

/** A user as he was read last. */
export interface KeptUser {
  /** Stays the same while the process runs. */
  readonly key: number;
  /** Where the list has him. */
  readonly position: number;
  /** As the list has him. */
  readonly listed: ForeignUser;
  /** His wallets, where they were read by themselves. */
  readonly wallets: ReadWallets | null;
  /** Both of them. */
  readonly user: ForeignUser;
  readonly userAt: number;
  /** When his wallets were read, with the list or by themselves; null: not yet. */
  readonly walletsAt: number | null;
  readonly moves: Readonly<Partial<Record<DirectoryPeriod, Move>>>;
  /** The last complete list was without him. */
  readonly isMissing: boolean;
}

/** A user as the list has him, and his wallets, unless it holds them or no answer stated any. */
export function userOfParts({ listed, wallets }: Pick<KeptUser, 'listed' | 'wallets'>) {
  const isKnown = wallets?.unread.some(({ what }) => what === 'answer') === false;
  return listed.wallets === null && isKnown ? withWallets(listed, wallets) : listed;
}

/** How far reading is. */
export interface KeptRound {
  /** When the list was read to its end last; null: not yet. */
  readonly listedAt: number | null;
  /** When that reading of it began. */
  readonly listedFrom: number | null;
  readonly isCancelled: boolean;
  /** Why the users are not all that the service lists; null: they are, once a list was read. */
  readonly incomplete: IncompleteList | null;
  /** Of the list that was read last. */
  readonly unread: readonly UnreadPart[];
  readonly notes: readonly string[];
  /** The list of thematics that was read last; null: none was. */
  readonly thematics: StoredThematics | null;
}

export interface StoredThematics {
  readonly value: readonly ForeignThematic[];
  readonly readAt: number;
}

export interface KeptUsers {
  /** All users that were read of this service. */
  load(): Promise<{ readonly users: readonly KeptUser[]; readonly round: KeptRound }>;
  save(users: readonly KeptUser[], gone: readonly string[], round: KeptRound): Promise<void>;
}

const rowsPerStatement = 200;
const rowsPerPage = 2000;

/** Names a service in the database: what was read of one address is never shown for another. */
export const hashOfAddress = (url: string): string =>
  createHash('sha256').update(url).digest('hex').slice(0, 32);

/**
 * The form of what is kept. Raise it with every change of `KeptUser`, `ForeignUser`, `ForeignThematic` or what they hold: what was kept in another
 * form is not shown, and read anew.
 */
const keptForm = 3;

const keptRound = z.object({
  form: z.literal(keptForm),
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
export const noRound: KeptRound = {
  listedAt: null,
  listedFrom: null,
  isCancelled: false,
  incomplete: null,
  unread: [],
  notes: [],
  thematics: null,
};

type Stored = Omit<KeptUser, 'key' | 'user'>;

function storedText({ key: _key, user: _user, ...stored }: KeptUser): string {
  return JSON.stringify(stored satisfies Stored);
}

/** Whom the last complete list held without a change was not stored again: he was read with it. */
function keptUser(body: string, key: number, { listedFrom }: KeptRound): KeptUser {
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

/** Keeps what was read of one service in the database. */
export function createKeptUsers(database: Database, url: string): KeptUsers {
  const source = hashOfAddress(url);
  const { queries, background } = database;
  const ofSource = eq(upstreamUsers.source, source);

  const storeRound = (round: KeptRound) => async (tx: Queries) => {
    const body = JSON.stringify({ ...round, form: keptForm });
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
      const read = keptRound.safeParse(row === undefined ? null : JSON.parse(row.body));
      const users: KeptUser[] = [];
      if (!read.success) {
        await queries.delete(upstreamUsers).where(ofSource);
        return { users, round: noRound };
      }
      const { form: _form, ...round } = read.data;
      for (let after = ''; ;) {
        const page = await queries
          .select({ key: upstreamUsers.key, body: upstreamUsers.body })
          .from(upstreamUsers)
          .where(and(ofSource, sql`${upstreamUsers.key} COLLATE "C" > ${after}`))
          .orderBy(sql`${upstreamUsers.key} COLLATE "C"`)
          .limit(rowsPerPage);
        for (const { body } of page) {
          users.push(keptUser(body, users.length + 1, round));
        }
        const last = page.at(-1);
        if (last === undefined) break;
        after = last.key;
      }
      return { users, round };
    },

    // Batch by batch: others use the database between two of them.
    async save(users, gone, round) {
      // A round that is unfinished is stored before its users, a complete one after all of them.
      if (round.incomplete?.kind === 'unfinished') await background.transaction(storeRound(round));
      for (let from = 0; from < users.length; from += rowsPerStatement) {
        const rows = users.slice(from, from + rowsPerStatement).map((user) => ({
          source,
          key: JSON.stringify(user.user.customId),
          body: storedText(user),
        }));
        await background.transaction((tx) =>
          tx
            .insert(upstreamUsers)
            .values(rows)
            .onConflictDoUpdate({
              target: [upstreamUsers.source, upstreamUsers.key],
              set: { body: sql`excluded.body` },
            }),
        );
      }
      await background.transaction(async (tx) => {
        if (gone.length > 0) {
          const keys = gone.map((customId) => JSON.stringify(customId));
          await tx.delete(upstreamUsers).where(and(ofSource, inArray(upstreamUsers.key, keys)));
        }
        await storeRound(round)(tx);
      });
    },
  };
}
