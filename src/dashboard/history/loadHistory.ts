import { notJson, invalidAnswer } from '../api/answer.ts';
import { getChunks } from '../api/client.ts';
import { trustedScript } from '../api/trustedScript.ts';
// oxlint-disable-next-line import/default -- Vite provides it: the address of the built file
import historyWorker from './historyWorker.ts?worker&url';
import { type BodyRead, type HistoryData, readBody } from './readRecords.ts';

/** Parses one body outside of the page. */
export interface BodyReader {
  /** Transfers the chunk, which cannot be used afterwards. */
  take(chunk: Uint8Array<ArrayBuffer>): void;
  finish(): Promise<BodyRead>;
  stop(): void;
}

/** Bytes up to which the page parses a body itself: about 4,500 records, a few milliseconds. */
export const readHereLimit = 256 * 1024;

/**
 * Loads a history of any length. Throws the errors of `call`. Unreadable records are counted, not errors.
 * @param startReader parser of long bodies; by default a worker.
 */
export async function loadHistory(
  path: string,
  signal?: AbortSignal,
  startReader: () => BodyReader = startWorker,
): Promise<HistoryData> {
  const request = { method: 'GET', url: path };
  const read = await readChunks(getChunks(path, signal), startReader, signal);
  if (read.as === 'not JSON') throw notJson(read.text, request);
  if (read.as === 'not a list') throw invalidAnswer(request, read.fault, read.text);
  return read.data;
}

/** Passes long bodies to a reader in chunks, so that the page stays responsive. */
async function readChunks(
  pieces: AsyncIterable<Uint8Array>,
  startReader: () => BodyReader,
  signal: AbortSignal | undefined,
): Promise<BodyRead> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let reader: BodyReader | null = null;
  try {
    for await (const piece of pieces) {
      chunks.push(new Uint8Array(piece));
      size += piece.length;
      if (size <= readHereLimit) continue;
      reader ??= startReader();
      for (const chunk of chunks.splice(0)) reader.take(chunk);
    }
    if (reader === null) return readBody(chunks);
    return await Promise.race([reader.finish(), abortOf(signal)]);
  } finally {
    reader?.stop();
  }
}

/** Rejects when the caller aborts, and never settles otherwise. */
function abortOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted === true) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function startWorker(): BodyReader {
  const worker = new Worker(trustedScript(historyWorker), { type: 'module' });
  return {
    take: (chunk) => worker.postMessage(chunk, { transfer: [chunk.buffer] }),
    finish: () =>
      new Promise((resolve, reject) => {
        worker.addEventListener('message', ({ data }: MessageEvent<BodyRead>) => resolve(data));
        worker.addEventListener('error', () => reject(new Error(workerFault)));
        worker.postMessage(null, []);
      }),
    stop: () => worker.terminate(),
  };
}

const workerFault =
  'The history is long, and the worker that reads long histories failed. Reload the page to try again.';
