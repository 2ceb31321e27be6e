import { type BodyRead, startText } from './readText.ts';

/** Reads one body in pieces, somewhere that is not in the way. */
export interface Reader {
  /** Hands over the next piece, which is gone afterwards. */
  take(piece: Uint8Array): void;
  /** What all pieces together are. */
  finish(): Promise<BodyRead>;
  /** Lets go of it, whether it is done or not. */
  stop(): void;
}

/** Bytes up to which a body is read at once: about 4,500 records, a few milliseconds. */
export const atOnce = 256 * 1024;

/**
 * Reads the body of a history from its pieces. What is short is read here, what is long goes on to a reader of its
 * own, piece by piece as it comes, so that the page never stands still. Where the pieces end in an error, so does this.
 */
export async function readBody(
  pieces: AsyncIterable<Uint8Array>,
  startReader: () => Reader,
  signal: AbortSignal | undefined,
): Promise<BodyRead> {
  const held: Uint8Array[] = [];
  let size = 0;
  let reader: Reader | null = null;
  try {
    for await (const piece of pieces) {
      held.push(piece);
      size += piece.length;
      if (size <= atOnce) continue;
      reader ??= startReader();
      for (const one of held.splice(0)) reader.take(one);
    }
    if (reader === null) return readHere(held);
    return await Promise.race([reader.finish(), abortOf(signal)]);
  } finally {
    reader?.stop();
  }
}

function readHere(pieces: readonly Uint8Array[]): BodyRead {
  const text = startText();
  for (const piece of pieces) text.take(piece);
  return text.finish();
}

/** Fails when the caller gives up; never ends otherwise. */
function abortOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted === true) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
