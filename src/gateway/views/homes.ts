import type { Queries } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import { ownerOf, readHome } from './viewStore.ts';

/** How long a home page is not read again, in milliseconds. Another process may have changed it. */
const defaultMaxAge = 5000;
const maxKnown = 1000;

/** The home pages of recent callers, so that a session is answered while the database is busy. */
export class Homes {
  readonly #queries: Queries;
  readonly #known = new Map<string, { readonly address: string | null; readonly readAt: number }>();

  readonly #maxAge: number;

  constructor(queries: Queries, maxAge = defaultMaxAge) {
    this.#queries = queries;
    this.#maxAge = maxAge;
  }

  async of(caller: Caller): Promise<string | null> {
    const key = `${caller.role} ${ownerOf(caller)}`;
    const known = this.#known.get(key);
    const readAt = performance.now();
    if (known !== undefined && readAt - known.readAt < this.#maxAge) return known.address;
    const address = await readHome(this.#queries, caller);
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.set(key, { address, readAt });
    return address;
  }

  /** A view or a home page was changed. */
  forget(): void {
    this.#known.clear();
  }
}
