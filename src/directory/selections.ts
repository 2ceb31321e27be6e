import { createHash } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import { createSelection } from '#contract/operations/selections.ts';
import { selectionDays, type SavedSelection } from '#contract/selections.ts';
import { day } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import type { Queries } from '#platform/database/database.ts';
import { selections } from '#platform/database/schema/store.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { problem } from '#platform/http/problem.ts';
import { listOfTexts, parseTexts, readIds } from './selectedIds.ts';
import { inSlices } from './slices.ts';

/** A saved set of users. */
export interface Selection {
  readonly id: string;
  readonly customIds: ReadonlySet<string>;
}

export interface Selections {
  /** Throws 400 invalid-query if there is no such selection, or its time is over. */
  find(id: string): Promise<Selection>;
  save(customIds: ReadonlySet<string>): Promise<SavedSelection>;
}

/** Large sets in memory at most. */
const maxCached = 4;

/** Selections in the database. A selection never changes, because its id is computed from its list of users. */
export function createSelections(queries: Queries, clock: () => number): Selections {
  const cache = new Map<string, Selection & { readonly expiresAt: number }>();

  function keep(id: string, customIds: ReadonlySet<string>, expiresAt: number): Selection {
    const kept = { id, customIds, expiresAt };
    cache.delete(id);
    cache.set(id, kept);
    for (const oldest of cache.keys()) {
      if (cache.size <= maxCached) break;
      cache.delete(oldest);
    }
    return kept;
  }

  return {
    async find(id) {
      const known = cache.get(id);
      if (known !== undefined && known.expiresAt > clock())
        return keep(id, known.customIds, known.expiresAt);
      const [row] = await queries.select().from(selections).where(eq(selections.id, id));
      if (row === undefined || row.expiresAt <= clock()) {
        throw problem(
          'invalid-query',
          `There is no selection ${JSON.stringify(id)}: it is kept for ${selectionDays} days. Select the users again.`,
        );
      }
      const list = await inSlices(parseTexts(row.customIds));
      if (list === null) throw new Error(`The selection ${id} is not a list of texts`);
      return keep(id, list.texts, row.expiresAt);
    },

    async save(customIds) {
      const list = await inSlices(listOfTexts(customIds));
      const hash = createHash('sha256').update(list).digest('base64url');
      const id = `sel_${hash.slice(0, 22)}`;
      const expiresAt = clock() + selectionDays * day;
      await queries.delete(selections).where(lt(selections.expiresAt, clock()));
      await queries
        .insert(selections)
        .values({ id, customIds: list, expiresAt })
        .onConflictDoUpdate({ target: selections.id, set: { expiresAt } });
      keep(id, customIds, expiresAt);
      return { id, count: customIds.size, expiresAt: formatTime(expiresAt) };
    },
  };
}

export function selectionOperations(selections: Selections): Implementation[] {
  return [implement(createSelection, async (_, c) => selections.save(await readIds(c)))];
}
