type Read = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>;

export interface Peeked {
  /** The body has ended within `chunks`. */
  readonly whole: boolean;
  readonly chunks: Uint8Array[];
  /** What follows; a read may be under way. */
  readonly rest: Rest;
}

/** The rest of a stream that was begun to be read. */
export interface Rest {
  next(): Promise<Read>;
  cancel(reason?: unknown): Promise<void>;
}

/**
 * Reads a body until more than `enough` bytes are there or it ends. Then looks once more whether it ends there, without waiting:
 * a body that was made whole does, and a stream is not held up.
 */
export async function peek(body: ReadableStream<Uint8Array>, enough: number): Promise<Peeked> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let ahead: ReturnType<typeof reader.read> | undefined;
  const rest: Rest = {
    next: () => {
      const result = ahead ?? reader.read();
      ahead = undefined;
      return result;
    },
    cancel: (reason) => reader.cancel(reason),
  };
  for (let size = 0; size <= enough;) {
    const { done, value } = await reader.read();
    if (done) return { whole: true, chunks, rest };
    chunks.push(value);
    size += value.byteLength;
  }
  ahead = reader.read();
  // A later failure is told to whoever calls next(); until then nobody listens.
  ahead.catch(() => {});
  const soon = await Promise.race([ahead, immediately()]);
  return { whole: soon?.done === true, chunks, rest };
}

function immediately(): Promise<undefined> {
  return new Promise((resolve) => {
    setImmediate(resolve, undefined);
  });
}
