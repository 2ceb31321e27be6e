import type { Reader } from './readBody.ts';
import type { BodyRead } from './readText.ts';

/** A reader in a thread of its own. */
export function startThread(): Reader {
  const thread = new Worker(new URL('./readWorker.ts', import.meta.url), { type: 'module' });
  return {
    take: (piece) => thread.postMessage(piece, { transfer: [piece.buffer] }),
    finish: () =>
      new Promise((resolve, reject) => {
        thread.addEventListener('message', ({ data }: MessageEvent<BodyRead>) => resolve(data));
        thread.addEventListener('error', () => reject(new Error(threadFault)));
        thread.postMessage(null, []);
      }),
    stop: () => thread.terminate(),
  };
}

const threadFault =
  'It is too long to be read at once, and the part of this page that reads what is long failed. Loading the page again may help.';
