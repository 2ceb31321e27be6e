import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** Reads until the value is stable: parts of a page load when its rows stop moving, or move others. */
export async function atRest<T>(read: () => Promise<T>): Promise<T> {
  for (let before = await read(); ;) {
    await wait(300);
    const now = await read();
    if (isDeepStrictEqual(now, before)) return now;
    before = now;
  }
}
