const encoder = new TextEncoder();

/**
 * A JSON array whose elements are made page by page while the reader takes them: memory stays that of a page,
 * a reader that goes away stops the work, and one that is slow slows it. The first page is made before the answer
 * begins, so that what fails at once is still told as a problem.
 */
export async function jsonArrayStream(
  pages: AsyncIterator<readonly unknown[]>,
): Promise<ReadableStream<Uint8Array>> {
  let separator = '[';
  let ahead: IteratorResult<readonly unknown[]> | undefined = await pages.next();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = ahead ?? (await pages.next());
        ahead = undefined;
        if (done === true) {
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
