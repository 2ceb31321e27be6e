import { Client } from 'undici';
import { getUsers } from '#contract/operations/users.ts';
import type { Tell } from '../measure.ts';
import { manyUsers, type Stores } from './stores.ts';
import { attackLine, startTarget, underWatch, describeEffects } from './target.ts';
import { sized } from '../size.ts';

const readers = sized(10, 2);

/** B1: uncompressed lists of all users, while other requests are answered. */
export async function attackWithLists(tell: Tell, stores: Stores): Promise<void> {
  const target = await startTarget(await stores.embedded());
  try {
    for (const path of ['/x/directory?format=csv', getUsers.path]) {
      const effects = await underWatch(target, async () => {
        const began = performance.now();
        const whole = await Promise.all(
          Array.from({ length: readers }, () => isWhole(target.url, path)),
        );
        return { whole: whole.filter(Boolean).length, took: performance.now() - began };
      });
      const { whole, took } = effects.result;
      tell(
        attackLine(
          `B1 ${readers} readers of ${path} of ${manyUsers.toLocaleString('en')} users`,
          readers,
          whole,
          `${(took / 1000).toFixed(0)} s; ${describeEffects(effects)} (the issue wants p99 < 200 ms)`,
        ),
      );
    }
  } finally {
    await target.kill();
  }
}

async function isWhole(url: string, path: string): Promise<boolean> {
  const client = new Client(url);
  try {
    const { statusCode, body } = await client.request({ method: 'GET', path });
    let last: Buffer | undefined;
    for await (const chunk of body) if (chunk.length > 0) last = chunk;
    return statusCode === 200 && [']', '\n'].includes(last?.subarray(-1).toString() ?? '');
  } catch {
    return false;
  } finally {
    await client.destroy();
  }
}
