import { sql } from 'drizzle-orm';
import { createDirectory, type Directory } from '#directory/directory.ts';
import type { DirectoryFeed } from '#directory/directoryFeed.ts';
import { createSelections } from '#directory/selections.ts';
import { inSlices } from '#directory/slices.ts';
import type { Database } from '#platform/database/database.ts';
import { thematics } from '#platform/database/schema/portfolio.ts';
import type { Log } from '#platform/http/errors.ts';
import type { LevelBook } from '#figures/levels.ts';
import type { Market } from '../prices/market.ts';
import { createDailyMeasure } from './dailyMeasure.ts';
import { loadInTime } from './loadInTime.ts';
import { createMemberHoldings } from './memberHoldings.ts';
import { createParts } from './parts.ts';
import { createPastReader } from './pastReader.ts';
import { createSinceReader } from './sinceReader.ts';
import { readChanged, readDirectoryUsers, readFingerprint, readTags } from './readUsers.ts';

const usersPerPage = 500;
const tagsPerPage = 20_000;
/** Revaluing so few users takes a moment, so that requests can wait. */
const maxImmediateUsers = 5000;
/** Minimum interval between comparisons of all users, if there are many. */
const compareIntervalMs = 30_000;
/** Transactions that began this long ago may commit after later ones. */
const overlapMs = 10_000;

/** Maximum age of figures, in milliseconds of the market. */
const maxAge = (count: number) => (count <= 100_000 ? 10_000 : 60_000);

/** The directory feed from the database and the market; figures are at most `maxAge` old. */
export function createDirectoryFeed({
  database,
  market,
  levels,
  clock,
  log,
}: {
  readonly database: Database;
  readonly market: Market;
  readonly levels: LevelBook;
  readonly clock: () => number;
  readonly log: Log;
}): DirectoryFeed {
  const { queries } = database;
  const parts = createParts({ database, clock, log });
  const measure = createDailyMeasure({ queries, market, levels, log });
  let directory = createDirectory();
  let tags = new Map<number, number>();
  /** End of the histories that are exact; null: nothing was read. */
  let readUntil: number | null = null;
  let afterSeq = 0;
  let changedUntil = 0;
  let seen = '';
  let fingerprint = '';
  let comparedAt = Number.NEGATIVE_INFINITY;
  /** The market state of the figures. */
  let valuedMarket = '';
  let progress = '';
  let reading: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let valuing: Promise<void> | null = null;

  const marketState = () => `${market.kind} ${market.version}`;

  /** Identifies the committed state, across processes. */
  async function commits(): Promise<string> {
    const [row] = await queries
      .select({ snapshot: sql<string>`pg_current_snapshot()::text` })
      .from(sql`(SELECT 1) AS one`);
    return row?.snapshot ?? '';
  }

  async function take(seqs: readonly number[], until: number): Promise<void> {
    for (let at = 0; at < seqs.length; at += usersPerPage) {
      const requested = seqs.slice(at, at + usersPerPage);
      const users = await readDirectoryUsers(queries, requested, until);
      directory.put(users);
      for (const { seq, tag, updatedAt } of users) {
        tags.set(seq, tag);
        afterSeq = Math.max(afterSeq, seq);
        changedUntil = Math.max(changedUntil, updatedAt);
      }
      parts.changed(users.map(({ seq }) => seq));
      const there = new Set(users.map(({ seq }) => seq));
      leave(requested.filter((seq) => !there.has(seq)));
      progress = `${tags.size} users are read so far.`;
    }
  }

  function leave(seqs: readonly number[]): void {
    directory.delete(seqs);
    parts.changed(seqs);
    for (const seq of seqs) tags.delete(seq);
  }

  async function load(until: number): Promise<void> {
    for await (const { users, tags: tagsOfPart, changedUntil: last } of parts.load(until)) {
      directory.unpack(users);
      for (const [index, seq] of users.keys.entries()) {
        tags.set(seq, tagsOfPart[index] ?? Number.NaN);
        afterSeq = Math.max(afterSeq, seq);
      }
      changedUntil = Math.max(changedUntil, last);
      progress = `${tags.size} users are read so far.`;
    }
  }

  /** Compares all users with the directory's, regardless of change notices. */
  async function compareAll(until: number): Promise<void> {
    const there = new Set<number>();
    for (let after = 0; ;) {
      const page = await readTags(queries, after, tagsPerPage);
      const last = page.at(-1);
      if (last === undefined) break;
      for (const { seq } of page) there.add(seq);
      await take(
        page.flatMap(({ seq, tag }) => (tags.get(seq) === tag ? [] : seq)),
        until,
      );
      after = last.seq;
    }
    leave([...tags.keys()].filter((seq) => !there.has(seq)));
  }

  async function compare(until: number): Promise<void> {
    const print = await readFingerprint(queries);
    comparedAt = performance.now();
    if (print === fingerprint) return;
    await compareAll(until);
    fingerprint = print;
  }

  /** Reads everything committed before the call. */
  async function read(): Promise<void> {
    const asOf = market.asOf();
    if (readUntil === null || asOf < readUntil) {
      // An earlier end has finer records before it than were read.
      directory = createDirectory();
      tags = new Map();
      [afterSeq, changedUntil, fingerprint, valuedMarket] = [0, 0, '', ''];
      readUntil = asOf;
      seen = await commits();
      await load(readUntil);
      await compare(readUntil);
      return;
    }
    const now = await commits();
    if (now === seen) return;
    const known = tags.size;
    const changed = await readChanged(queries, { afterSeq, since: changedUntil - overlapMs });
    await take(
      changed.flatMap(({ seq, tag }) => (tags.get(seq) === tag ? [] : seq)),
      readUntil,
    );
    // A comparison finds deleted users, and changes that a clock set back would hide.
    const isDue = performance.now() - comparedAt > compareIntervalMs;
    if (known <= maxImmediateUsers || isDue) await compare(readUntil);
    seen = now;
  }

  /** Requests during a read share the next one, which starts after they arrived. */
  async function readAll(): Promise<void> {
    if (reading === null) {
      reading = read().finally(() => {
        reading = null;
      });
      return reading;
    }
    next ??= reading
      .catch(() => {})
      .then(() => {
        next = null;
        return readAll();
      });
    return next;
  }

  async function value(): Promise<void> {
    const state = marketState();
    const valued = directory;
    await inSlices(valued.value(sourceOf(market), state === valuedMarket));
    if (valued === directory) valuedMarket = state;
  }

  function valueOnce(): Promise<void> {
    valuing ??= value().finally(() => {
      valuing = null;
    });
    return valuing;
  }

  async function bringUpToDate(): Promise<Directory> {
    await readAll();
    for (;;) {
      const { asOf, count } = directory;
      const isOld =
        asOf === null ||
        marketState() !== valuedMarket ||
        market.asOf() < asOf ||
        market.asOf() - asOf > maxAge(count);
      if (!isOld && asOf === market.asOf()) return directory;
      const done = valueOnce();
      if (isOld || count <= maxImmediateUsers) await done;
      else {
        done.catch((error: unknown) => log('The directory could not be valued', error));
        return directory;
      }
    }
  }

  async function fresh(): Promise<Directory> {
    return loadInTime(measured(), () => `The directory is loading. ${progress}`);
  }

  async function measured(): Promise<Directory> {
    const upToDate = await bringUpToDate();
    if (upToDate === directory && readUntil !== null) {
      parts.store({ directory, tags, readUntil, changedUntil });
    }
    const done = measure(upToDate);
    if (upToDate.count <= maxImmediateUsers) await done;
    return upToDate;
  }

  const holdings = createMemberHoldings({ queries, tagOf: (seq) => tags.get(seq) ?? null });
  const past = createPastReader({ queries, market, fresh });

  return {
    fresh,
    selections: createSelections(queries, clock),
    past,
    holdings,
    since: createSinceReader({ market, holdings }),
    async names(of) {
      const named =
        of === 'token'
          ? market.tokens()
          : await queries.select({ _id: thematics.id, name: thematics.name }).from(thematics);
      return new Map(named.map(({ _id, name }) => [_id, name]));
    },
  };
}

const sourceOf = (market: Market) => ({
  asOf: () => market.asOf(),
  tokenIds: () => market.tokens().map(({ _id }) => _id),
  series: (token: string, times: Float64Array) => market.series(token, times),
  finestStep: (tokens: Iterable<string>, from: number, to: number) =>
    market.finestStep(tokens, from, to),
});
