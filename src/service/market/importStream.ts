import type { ImportLine } from '#contract/prices.ts';
import type { Log } from '../http/errors.ts';
import { Problem, problem } from '../problem.ts';
import type { ImportProgress } from './import.ts';

const encoder = new TextEncoder();

/**
 * An import as lines of JSON: how far it is, then what was done or the problem that stopped it. A reader that goes
 * away does not stop it: it is all or nothing either way.
 */
export function importStream(
  work: (progress: ImportProgress) => Promise<readonly string[]>,
  { instance, log }: { readonly instance: string; readonly log: Log },
): ReadableStream<Uint8Array> {
  let isRead = true;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const tell = (line: ImportLine) => {
        if (isRead) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      void work((progress, done, of) => tell({ progress, done, of }))
        .then(
          (summary) => tell({ summary: [...summary] }),
          (error: unknown) => tell({ problem: told(error, log).toDetails(instance) }),
        )
        .finally(() => {
          if (isRead) controller.close();
        });
    },
    cancel() {
      isRead = false;
    },
  });
}

function told(error: unknown, log: Log): Problem {
  if (error instanceof Problem) return error;
  log('An import failed', error);
  return problem(
    'internal',
    'Something went wrong in the service. It was logged, and nothing was imported.',
  );
}
