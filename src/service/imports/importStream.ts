import type { ImportLine } from '#contract/prices.ts';
import { problemOf, type Log } from '#platform/http/errors.ts';
import { problem, type Problem } from '#platform/http/problem.ts';
import type { ImportProgress } from './marketImport.ts';

const encoder = new TextEncoder();

interface StreamOptions {
  /** Aborted when the caller goes away before the answer begins. */
  readonly signal: AbortSignal;
  readonly instance: string;
  readonly log: Log;
}

/** An answer that is under way. */
interface ImportAnswer {
  /** Begins the answer, with status 200. What goes wrong from then on is its last line. */
  readonly begin: () => void;
  /** Reports progress, once the answer has begun. */
  readonly progress: ImportProgress;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
}

/**
 * An import as lines of JSON: its progress, then `summary` if it succeeded, or `problem`. A caller that goes away stops it. Its
 * input is checked before the answer begins: until then a problem is thrown, and answered with its own status.
 */
export async function importStream(
  work: (answer: ImportAnswer) => Promise<readonly string[]>,
  { signal, instance, log }: StreamOptions,
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
  return problem('invalid-body', 'The import was stopped before its end: nothing was imported.');
}
