const encoder = new TextEncoder();

/**
 * A JSON array whose elements are made page by page while the reader takes them: memory stays that of a page,
 * a reader that goes away stops the work, and one that is slow slows it.
 */
export function jsonArrayStream(
  pages: AsyncIterator<readonly unknown[]>,
): ReadableStream<Uint8Array> {
  let separator = '[';
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pages.next();
        if (done) {
          controller.enqueue(encoder.encode(separator === '[' ? '[]' : ']'));
          controller.close();
          return;
        }
        if (value.length === 0) {
          // An empty page still has to answer the pull.
          controller.enqueue(encoder.encode(''));
          return;
        }
        const text = value.map((element) => JSON.stringify(element)).join(',');
        controller.enqueue(encoder.encode(separator + text));
        separator = ',';
      },
      async cancel() {
        await pages.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
