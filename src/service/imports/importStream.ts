import type { ImportLine } from '#contract/prices.ts';
import { problemOf, type Log } from '#platform/http/errors.ts';
import { problem, type Problem } from '#platform/http/problem.ts';
import type { ImportProgress } from './marketImport.ts';

const encoder = new TextEncoder();

interface StreamOptions {
  /** Aborted when the caller goes away before the body is read. */
  readonly signal: AbortSignal;
  readonly instance: string;
  readonly log: Log;
}

/**
 * An import as lines of JSON: how far it is, then what was done or the problem that stopped it. A caller that goes away
 * stops it. What goes wrong before its first line is thrown, for then there is no answer yet.
 */
export async function importStream(
  work: (progress: ImportProgress, signal: AbortSignal) => Promise<readonly string[]>,
  { signal, instance, log }: StreamOptions,
): Promise<ReadableStream<Uint8Array>> {
  const left = new AbortController();
  const stopped = AbortSignal.any([signal, left.signal]);
  const begun = Promise.withResolvers<void>();
  let isRead = true;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (line: ImportLine) => {
        if (isRead) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
        begun.resolve();
      };
      work((progress, done, of) => send({ progress, done, of }), stopped)
        .then(
          (summary) => send({ summary: [...summary] }),
          (error: unknown) => {
            const problem = stopped.aborted
              ? leftAlone()
              : problemOf(error, log, 'An import failed');
            begun.reject(problem);
            send({ problem: problem.toDetails(instance) });
          },
        )
        .finally(() => {
          if (isRead) controller.close();
        });
    },
    cancel() {
      isRead = false;
      left.abort();
    },
  });
  await begun.promise;
  return stream;
}

function leftAlone(): Problem {
  return problem('invalid-body', 'The import was stopped before its end: nothing was imported.');
}
