import { noJson, notAsAgreed } from '../api/answer.ts';
import { getPieces } from '../api/client.ts';
import { trustedScript } from '../api/trustedScript.ts';
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built file
import historyWorker from './historyWorker.ts?worker&url';
import { type BodyRead, type HistoryData, readBody } from './readRecords.ts';

/** Reads one body somewhere else than on the page. */
export interface BodyReader {
  /** Hands over the next chunk, which is gone afterwards. */
  take(chunk: Uint8Array<ArrayBuffer>): void;
  finish(): Promise<BodyRead>;
  /** Ends it, whether it is done or not. */
  stop(): void;
}

/** Bytes up to which a body is read on the page: about 4,500 records, a few milliseconds. */
export const readHereLimit = 256 * 1024;

/**
 * Reads a history from the service, of any length. Its errors are those of `call`; a record that cannot be read is none of
 * them, it is counted in the data.
 * @param startReader where long bodies are read; in a worker, where nothing else is said.
 */
export async function loadHistory(
  path: string,
  signal?: AbortSignal,
  startReader: () => BodyReader = startWorker,
): Promise<HistoryData> {
  const request = { method: 'GET', url: path };
  const read = await readPieces(getPieces(path, signal), startReader, signal);
  if (read.as === 'not JSON') throw noJson(read.text, request);
  if (read.as === 'not a list') throw notAsAgreed(request, read.fault, read.text);
  return read.data;
}

/** A short body is read here, a long one goes on to a reader as it comes, so that the page never stops. */
async function readPieces(
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

/** Fails when the caller gives up; never ends otherwise. */
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
  'It is too long to be read at once, and the part of this page that reads what is long failed. Loading the page again may help.';
