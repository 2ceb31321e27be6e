import { jsonOf, type JsonText } from './conditions.ts';
import { problemOf, type Log } from './errors.ts';

const encoder = new TextEncoder();

export type ArrayPage = readonly unknown[] | JsonText<readonly unknown[]>;

/**
 * Streams a JSON array page by page as the reader takes it: memory stays at one page, a reader that disconnects stops
 * the work, and a slow one slows it. The first page is computed before the answer begins, so that an early failure is
 * still answered as a problem.
 */
export async function jsonArrayStream(
  pages: AsyncIterator<ArrayPage>,
): Promise<ReadableStream<Uint8Array>> {
  let separator = '[';
  let ahead: IteratorResult<ArrayPage> | undefined = await pages.next();
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
        const text = jsonOf(value).slice(1, -1);
        if (text === '') {
          controller.enqueue(encoder.encode(''));
          return;
        }
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

interface JsonLinesOptions {
  readonly instance: string;
  readonly log: Log;
  readonly failure: string;
  /** A reader that reads nothing for this long counts as disconnected. */
  readonly readerTimeoutMs?: number;
}

const linesPerChunk = 200;
const chunkIntervalMs = 100;

/**
 * Streams lines of JSON as the reader takes them; a reader that disconnects or stalls too long ends the work. A
 * failure before the first line is thrown, because there is no answer yet; later it becomes a last line `problem`.
 */
export async function jsonLinesStream(
  lines: AsyncGenerator<object, undefined>,
  { instance, log, failure, readerTimeoutMs = 120_000 }: JsonLinesOptions,
): Promise<ReadableStream<Uint8Array>> {
  let ahead: IteratorResult<object, undefined> | undefined = await lines.next();
  const reader: { isGone: boolean; idle?: NodeJS.Timeout } = { isGone: false };
  const end = async () => {
    reader.isGone = true;
    clearTimeout(reader.idle);
    await lines.return(undefined);
  };
  const nextChunk = async (): Promise<{ text: string; isLast: boolean }> => {
    const until = performance.now() + chunkIntervalMs;
    let text = '';
    try {
      for (let count = 0; !reader.isGone && count < linesPerChunk; count += 1) {
        const { done, value } = ahead ?? (await lines.next());
        ahead = undefined;
        if (done === true) return { text, isLast: true };
        text += `${JSON.stringify(value)}\n`;
        if (performance.now() > until) break;
      }
      return { text, isLast: false };
    } catch (error) {
      const problem = problemOf(error, log, failure).toDetails(instance);
      return { text: `${text}${JSON.stringify({ problem })}\n`, isLast: true };
    }
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(reader.idle);
        const { text, isLast } = await nextChunk();
        if (reader.isGone) return;
        controller.enqueue(encoder.encode(text));
        if (isLast) controller.close();
        else {
          reader.idle = setTimeout(() => {
            controller.error(new Error('The answer was not read'));
            void end();
          }, readerTimeoutMs).unref();
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
