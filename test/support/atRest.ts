import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** What is read once it stays the same: some of a page comes when its rows rest, or moves what is beside it. */
export async function atRest<T>(read: () => Promise<T>): Promise<T> {
  for (let before = await read(); ;) {
    await wait(300);
    const now = await read();
    if (isDeepStrictEqual(now, before)) return now;
    before = now;
  }
}
