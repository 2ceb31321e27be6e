import type { Context, Hono } from 'hono';
import { problemMediaType } from '#contract/problem.ts';
import { Problem, problem } from '../problem.ts';

export type Log = (line: string, error?: unknown) => void;

/** One shape for every error: problems as they are, everything else logged and told without its text. */
export function sendErrors(app: Hono, log: Log): void {
  app.onError((error, c) => {
    if (error instanceof Problem) return sendProblem(c, error);
    log(`${c.req.method} ${askedPath(c)} failed`, error);
    return sendProblem(
      c,
      isPassing(error)
        ? problem('unavailable', 'The database cannot take this now. Try again in a few seconds.', {
            headers: { 'Retry-After': '5' },
          })
        : problem('internal', 'Something went wrong in the service. It was logged.'),
    );
  });
  app.notFound((c) =>
    sendProblem(
      c,
      problem(
        'route-not-found',
        `There is nothing at ${askedPath(c)}. The calls are listed at /p/docs.`,
      ),
    ),
  );
}

/** The path as it was asked for, escapes and all: a URI for `instance`, and one line in a log. */
export function askedPath(c: Context): string {
  return new URL(c.req.url).pathname;
}

/** Writes a problem as RFC 9457 says. */
export function sendProblem(c: Context, error: Problem): Response {
  const details = error.toDetails(askedPath(c));
  return new Response(JSON.stringify(details), {
    status: details.status,
    headers: {
      'Content-Type': problemMediaType,
      'Cache-Control': 'no-store',
      ...error.extras.headers,
    },
  });
}

/** Whether it passes: the database went away, or another change came between. */
function isPassing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    // PostgreSQL's classes 08 (connection) and 57P (shutdown), the network's own, and what comes of two changes that
    // met: a thematic that an import took away (23503), a deadlock, a failed serialisation (40).
    if (/^(08|57P|40|23503)|^ECONN|^EPIPE|^ETIMEDOUT/.test(code)) return true;
    // A server's socket is a file, which is gone with it.
    if ('syscall' in cause && cause.syscall === 'connect') return true;
    if (
      /Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(
        cause.message,
      )
    )
      return true;
  }
  return false;
}
