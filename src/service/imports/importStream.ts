import type { ImportLine } from '#contract/prices.ts';
import { problemOf, type Log } from '#platform/http/errors.ts';
import { problem, type Problem } from '#platform/http/problem.ts';
import type { ImportProgress } from './marketImport.ts';

const encoder = new TextEncoder();

interface ImportStreamOptions {
  readonly signal: AbortSignal;
  readonly instance: string;
  readonly log: Log;
}

interface ImportAnswer {
  /** Starts the answer with status 200. Later errors become its last line. */
  readonly begin: () => void;
  readonly progress: ImportProgress;
  readonly signal: AbortSignal;
}

/**
 * Streams an import as lines of JSON: its progress, then `summary` or `problem`. Stops if the caller disconnects. The
 * input is checked before the answer begins: until then a problem is thrown, and answered with its own status.
 */
export async function importStream(
  work: (answer: ImportAnswer) => Promise<readonly string[]>,
  { signal, instance, log }: ImportStreamOptions,
): Promise<ReadableStream<Uint8Array>> {
  const left = new AbortController();
  const stopped = AbortSignal.any([signal, left.signal]);
  const begun = Promise.withResolvers<void>();
  let hasBegun = false;
  let isRead = true;
  const begin = () => {
    hasBegun = true;
    begun.resolve();
  };
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (line: ImportLine) => {
        if (isRead && hasBegun) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      const progress: ImportProgress = (step, done, of) => send({ progress: step, done, of });
      work({ begin, progress, signal: stopped })
        .then(
          (summary) => {
            begin();
            send({ summary: [...summary] });
          },
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
  return problem('invalid-body', 'The import was stopped; nothing was imported.');
}
