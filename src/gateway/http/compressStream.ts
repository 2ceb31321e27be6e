import {
  constants,
  createBrotliCompress,
  createGzip,
  type BrotliCompress,
  type Gzip,
} from 'node:zlib';
import type { Encoding } from './encodings.ts';
import type { Rest } from './peek.ts';

/** Brotli's own default, 11, is for files that are compressed once. */
export const brotliQuality = 4;
/** What a stream has sent is with its reader after at most so many milliseconds. */
const flushAfter = 20;
const flushOf: Record<Encoding, number> = {
  br: constants.BROTLI_OPERATION_FLUSH,
  gzip: constants.Z_SYNC_FLUSH,
};

/** Compresses a stream while it flows: only as fast as it is read, and never keeping back for long what came. */
export function compressStream(
  first: readonly Uint8Array[],
  rest: Rest,
  encoding: Encoding,
): ReadableStream<Uint8Array> {
  const compressor: BrotliCompress | Gzip =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : createGzip();
  const output: AsyncIterator<Uint8Array> = compressor[Symbol.asyncIterator]();
  // What fails must end in a broken answer: one that only ends looks complete.
  feed(compressor, flushOf[encoding], first, rest).catch((error: unknown) => {
    compressor.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await output.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel(reason) {
        compressor.destroy();
        await rest.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

async function feed(
  compressor: BrotliCompress | Gzip,
  kind: number,
  first: readonly Uint8Array[],
  rest: Rest,
): Promise<void> {
  let flush: NodeJS.Timeout | undefined;
  const write = async (chunk: Uint8Array) => {
    const room = compressor.write(chunk);
    flush ??= setTimeout(() => {
      flush = undefined;
      if (!compressor.destroyed) compressor.flush(kind);
    }, flushAfter);
    if (!room) await drained(compressor);
  };
  try {
    for (const chunk of first) await write(chunk);
    for (;;) {
      const { done, value } = await rest.next();
      if (done || compressor.destroyed) break;
      await write(value);
    }
  } finally {
    clearTimeout(flush);
  }
  if (!compressor.destroyed) compressor.end();
}

function drained(compressor: BrotliCompress | Gzip): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      compressor.off('drain', settle);
      compressor.off('close', settle);
      resolve();
    };
    compressor.on('drain', settle);
    compressor.on('close', settle);
  });
}
