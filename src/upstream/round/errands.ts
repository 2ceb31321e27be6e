import type { DirectoryPeriod } from '#contract/directory.ts';
import { inOneGo } from '#directory/slices.ts';
import type { KeptUser } from './keptUsers.ts';

/** What is to be read of one user: his wallets (null), or his history over a period. */
export interface Errand {
  readonly customId: string;
  readonly period: DirectoryPeriod | null;
}

/** What is read next: who changed, then who is looked at, then whatever was read longest ago, and wallets before histories at first. */
export interface Errands {
  /** These are looked at. */
  want(customIds: readonly string[], period: DirectoryPeriod): void;
  /** Somebody changed. */
  hint(customId: string): void;
  /** All that was read up to now is read again. */
  renew(): void;
  /** Takes what is next; null: nothing is planned. */
  next(): Errand | null;
  /** Plans what is read next of all users; returns how much is due, or 0 while another plan is made. */
  plan(): Generator<void, number>;
  /** It is over. `failed`: it is due again after the others; `postponed`: as if it had not begun. */
  end(errand: Errand, how: 'done' | 'failed' | 'postponed'): void;
  /** How many could not be read when they were tried last. */
  readonly failing: number;
}

/** Rows in sight are read anew after so long. */
const wantedAge = 60_000;
/** What could not be read is tried again after so long. */
const retryAge = 30_000;
/** A period that nobody looked at for so long is not read any more; the first one always is. */
const periodAge = 15 * 60_000;
const maxPlanned = 1000;

/** No period has a blank in it. */
const keyOf = ({ customId, period }: Errand) => `${period} ${customId}`;

/** @param interval milliseconds between two readings of the same, where nothing says that it changed. */
export function createErrands(
  users: ReadonlyMap<string, KeptUser>,
  clock: () => number,
  interval: number,
): Errands {
  const hinted = new Map<string, Errand>();
  /** When each period was looked at last. */
  const periods = new Map<DirectoryPeriod, number>([['day', Number.POSITIVE_INFINITY]]);
  /** When what could not be read was tried last. */
  const failures = new Map<string, number>();
  const under = new Set<string>();
  let wanted: { readonly customIds: readonly string[]; readonly period: DirectoryPeriod } | null =
    null;
  /** The next one is the last. */
  let planned: Errand[] = [];
  let isPlanning = false;
  let renewedAt = 0;

  /** When it was read, or tried, last; null: it is not due. */
  function dueSince(errand: Errand, age: number): number | null {
    const user = users.get(errand.customId);
    // The list holds the wallets: they are read with it.
    if (user === undefined || (errand.period === null && user.listed.wallets !== null)) return null;
    const readAt =
      (errand.period === null ? user.walletsAt : user.moves[errand.period]?.readAt) ?? 0;
    const failedAt = failures.size === 0 ? undefined : failures.get(keyOf(errand));
    const at = Math.max(readAt, failedAt ?? 0);
    const before = clock() - (failedAt === undefined ? age : Math.min(age, retryAge));
    return (at <= before || at < renewedAt) && !under.has(keyOf(errand)) ? at : null;
  }

  /** What of these users was read longer ago than an age, the oldest first. */
  function* dueOf(
    customIds: Iterable<string>,
    wants: readonly (DirectoryPeriod | null)[],
    age: number,
  ): Generator<void, Errand[]> {
    const due: { readonly errand: Errand; readonly at: number }[] = [];
    const all = [...customIds];
    for (const period of wants) {
      for (const customId of all) {
        const errand = { customId, period };
        const at = dueSince(errand, age);
        if (at !== null) due.push({ errand, at });
        yield;
      }
    }
    const times = Float64Array.from(due, ({ at }) => at).toSorted();
    const latest = times[maxPlanned - 1] ?? Number.POSITIVE_INFINITY;
    return due
      .filter(({ at }) => at <= latest)
      .toSorted((a, b) => a.at - b.at)
      .slice(0, maxPlanned)
      .map(({ errand }) => errand);
  }

  function ofPlan(): Errand | null {
    for (let errand = planned.pop(); errand !== undefined; errand = planned.pop()) {
      // It may have been read meanwhile, for who looks at it.
      if (dueSince(errand, interval) !== null) return errand;
    }
    return null;
  }

  function find(): Errand | null {
    for (const [key, errand] of hinted) {
      // What is under way may have begun before the change.
      if (under.has(key)) continue;
      hinted.delete(key);
      if (users.has(errand.customId)) return errand;
    }
    if (wanted !== null) {
      const [due] = inOneGo(dueOf(wanted.customIds, [null, wanted.period], wantedAge));
      if (due !== undefined) return due;
      wanted = null;
    }
    return ofPlan();
  }

  return {
    want(customIds, period) {
      wanted = { customIds, period };
      if (period !== 'day') periods.set(period, clock());
    },
    hint(customId) {
      for (const period of [null, wanted?.period ?? 'day'] as const) {
        const errand = { customId, period };
        hinted.set(keyOf(errand), errand);
      }
    },
    renew() {
      renewedAt = clock();
      planned = [];
    },
    next() {
      const errand = find();
      if (errand !== null) under.add(keyOf(errand));
      return errand;
    },
    *plan() {
      if (isPlanning) return 0;
      isPlanning = true;
      const active = [...periods].flatMap(([period, at]) =>
        clock() - at < periodAge ? period : [],
      );
      const due = yield* dueOf(users.keys(), [null, ...active], interval);
      planned = due.toReversed();
      isPlanning = false;
      return planned.length;
    },
    end(errand, how) {
      const key = keyOf(errand);
      under.delete(key);
      if (how === 'failed') failures.set(key, clock());
      else if (how === 'done') failures.delete(key);
      else planned.push(errand);
    },
    get failing() {
      return failures.size;
    },
  };
}
