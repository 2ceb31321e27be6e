import type { Context, Hono } from 'hono';
import { problemMediaType } from '#contract/problem.ts';
import { isFileFault, UnavailableError } from '../database/database.ts';
import { callOf } from './caller.ts';
import { Problem, problem, unavailable } from './problem.ts';

export type Log = (line: string, error?: unknown) => void;

export function sendErrors(app: Hono, log: Log): void {
  app.onError((error, c) =>
    sendProblem(c, problemOf(error, log, `${c.req.method} ${loggedPath(c)} failed`)),
  );
  app.notFound((c) =>
    sendProblem(
      c,
      problem(
        'route-not-found',
        `No operation has the path ${requestPath(c)}. See /p/docs for all operations.`,
      ),
    ),
  );
}

/** A path with percent escapes that are not UTF-8 is not found. */
export function refuseBadEscapes(app: Hono): void {
  app.use(async (c, next) => {
    try {
      decodeURIComponent(new URL(c.req.url).pathname);
    } catch {
      throw problem('route-not-found', 'The path contains a percent escape that is not UTF-8.');
    }
    await next();
  });
}

/** The path with its escapes: a URI for `instance`, and a single line in a log. */
export function requestPath(c: Context): string {
  return new URL(c.req.url).pathname;
}

/** The path for a log; a path that contains a secret is replaced by its operation. */
function loggedPath(c: Context): string {
  const { operation } = callOf(c);
  return operation?.path.includes('{secret}') === true ? operation.path : requestPath(c);
}

export function sendProblem(c: Context, error: Problem): Response {
  callOf(c).problem = error.code;
  const details = error.toDetails(requestPath(c));
  const body = JSON.stringify(details);
  return new Response(body, {
    status: details.status,
    headers: {
      'Content-Type': problemMediaType,
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'no-store',
      ...error.extras.headers,
    },
  });
}

/** The problem that answers a failure. Unexpected errors are logged, and their text is not sent. */
export function problemOf(error: unknown, log: Log, what: string): Problem {
  if (error instanceof Problem) return error;
  for (const cause of causesOf(error)) {
    // It was logged where it occurred.
    if (cause instanceof UnavailableError) return unavailable(cause.message, 10);
  }
  log(what, error);
  return causesOf(error).some(passes)
    ? unavailable('The database is not available now. Try again in a few seconds.', 5)
    : problem('internal', 'An internal error occurred. It was logged.');
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause);
  return causes;
}

/**
 * SQLSTATE classes of transient faults: connection (08), insufficient resources (53: full disk, too many clients),
 * timeouts (55P03, 57014), shutdown (57P), files (58), and conflicts of two changes: a thematic that an import removed
 * (23503), a deadlock, a failed serialization (40). A standby that answers until there is a new primary (25006). 08P01 is not transient: the statement cannot be sent.
 */
const transientStates = /^(08(?!P01)|53|55P03|57014|57P|58|40|23503|25006)/;
const passingNetwork = /^(ECONN|EPIPE|ETIMEDOUT)/;
function passes(cause: Error): boolean {
  const code = 'code' in cause ? String(cause.code) : '';
  if (transientStates.test(code) || passingNetwork.test(code)) return true;
  if (isFileFault(cause.message)) return true;
  // The socket file of a local server is gone after it stops.
  if ('syscall' in cause && cause.syscall === 'connect') return true;
  return /Connection terminated|is not queryable|timeout exceeded when trying to connect|Query read timeout/.test(
    cause.message,
  );
}
