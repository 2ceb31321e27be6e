import type { DirectoryPeriod } from '#contract/directory.ts';
import type { KeptUser } from './keptUsers.ts';

/** What is to be read of one user: his wallets (null), or his history over a period. */
export interface Errand {
  readonly customId: string;
  readonly period: DirectoryPeriod | null;
}

/** What is read next: who changed, then who is looked at, then whatever was read longest ago. */
export interface Errands {
  /** These are looked at. */
  want(customIds: readonly string[], period: DirectoryPeriod): void;
  /** Somebody changed. */
  hint(customId: string): void;
  /** All that was read up to now is read again. */
  renew(): void;
  /** Takes what is next; null: nothing is due. */
  next(): Errand | null;
  /** It is over. `failed`: it is due again after the others. */
  end(errand: Errand, how: 'done' | 'failed' | 'postponed'): void;
  /** How many could not be read when they were tried last. */
  readonly failing: number;
}

/** Rows in sight are read anew after so long. */
const wantedAge = 60_000;
/** A period that nobody looked at for so long is not read any more; the first one always is. */
const periodAge = 15 * 60_000;
const planned = 256;

/** @param interval milliseconds between two readings of the same, where nothing says that it changed. */
export function createErrands(
  users: ReadonlyMap<string, KeptUser>,
  clock: () => number,
  interval: number,
): Errands {
  const hints = new Set<string>();
  /** When each period was looked at last. */
  const periods = new Map<DirectoryPeriod, number>([['day', Number.POSITIVE_INFINITY]]);
  /** When what could not be read was tried last. */
  const failures = new Map<string, number>();
  const under = new Set<string>();
  let wanted: { readonly customIds: readonly string[]; readonly period: DirectoryPeriod } | null =
    null;
  let plan: Errand[] = [];
  let renewedAt = 0;

  const keyOf = ({ customId, period }: Errand) => JSON.stringify([customId, period]);

  /** When it was read, or tried, last. */
  function triedAt(errand: Errand, user: KeptUser): number {
    const { period } = errand;
    const readAt = period === null ? user.walletsAt : user.moves[period]?.readAt;
    return Math.max(readAt ?? 0, failures.get(keyOf(errand)) ?? 0);
  }

  /** What of these users was read longer ago than an age, the oldest first. */
  function dueOf(
    some: Iterable<KeptUser>,
    wants: readonly (DirectoryPeriod | null)[],
    age: number,
  ): Errand[] {
    const due: { readonly errand: Errand; readonly at: number }[] = [];
    const before = clock() - age;
    for (const user of some) {
      for (const period of wants) {
        // The list holds the wallets: they are read with it.
        if (period === null && user.walletsAt === user.userAt) continue;
        const errand = { customId: user.user.customId, period };
        const at = triedAt(errand, user);
        if ((at <= before || at < renewedAt) && !under.has(keyOf(errand))) due.push({ errand, at });
      }
    }
    return due.toSorted((a, b) => a.at - b.at).map(({ errand }) => errand);
  }

  function find(): Errand | null {
    const [hint] = hints;
    if (hint !== undefined) {
      hints.delete(hint);
      plan.unshift({ customId: hint, period: wanted?.period ?? 'day' });
      return { customId: hint, period: null };
    }
    if (wanted !== null) {
      const { customIds, period } = wanted;
      const inSight = customIds.flatMap((customId) => users.get(customId) ?? []);
      const [due] = dueOf(inSight, [null, period], wantedAge);
      if (due !== undefined) return due;
      wanted = null;
    }
    const active = [...periods].flatMap(([period, at]) => (clock() - at < periodAge ? period : []));
    for (const wants of [[null], active]) {
      if (plan.length === 0) plan = dueOf(users.values(), wants, interval).slice(0, planned);
    }
    return plan.shift() ?? null;
  }

  return {
    want(customIds, period) {
      wanted = { customIds, period };
      if (period !== 'day') periods.set(period, clock());
    },
    hint(customId) {
      hints.add(customId);
    },
    renew() {
      renewedAt = clock();
      plan = [];
    },
    next() {
      for (;;) {
        const errand = find();
        if (errand === null) return null;
        const key = keyOf(errand);
        if (under.has(key) || !users.has(errand.customId)) continue;
        under.add(key);
        return errand;
      }
    },
    end(errand, how) {
      const key = keyOf(errand);
      under.delete(key);
      if (how === 'failed') failures.set(key, clock());
      else failures.delete(key);
    },
    get failing() {
      return failures.size;
    },
  };
}
