import type { ProblemDetails, ProblemFault } from '#contract/problem.ts';

/** What was requested when it went wrong: the code line under an error quotes it. */
export interface Requested {
  readonly method: string;
  readonly url: string;
}

/** A request that did not come to an answer that can be used. */
class RequestError extends Error implements Requested {
  readonly method: string;
  readonly url: string;

  constructor(message: string, { method, url }: Requested, cause?: unknown) {
    super(message, { cause });
    this.method = method;
    this.url = url;
  }
}

/** No answer came: the network is down, the service is not running, or it took too long. */
export class NetworkError extends RequestError {
  override readonly name = 'NetworkError';
}

/** An answer of success came whose body is not what the contract says. */
export class UnreadableError extends RequestError {
  override readonly name = 'UnreadableError';
  /** The body as it came. */
  readonly text: string;

  constructor(message: string, answer: Requested & { readonly text: string }) {
    super(message, answer);
    this.text = answer.text;
  }
}

interface Refused extends Requested {
  readonly status: number;
  /** Null where the body was none. */
  readonly problem: ProblemDetails | null;
  /** The body as it came. */
  readonly text: string;
  /** Seconds the service asks us to wait, where it does. */
  readonly retryAfter: number | null;
}

/** The service answered, and not with success. `message` is for people. */
export class HttpError extends RequestError implements Refused {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly problem: ProblemDetails | null;
  readonly text: string;
  readonly retryAfter: number | null;

  constructor(message: string, answer: Refused) {
    super(message, answer);
    this.status = answer.status;
    this.problem = answer.problem;
    this.text = answer.text;
    this.retryAfter = answer.retryAfter;
  }
}

/** What a person is told about any error. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'Something went wrong.';
}

/** The line a person can quote: `503 unavailable, GET /p/users`; null for an error that asked nothing. */
export function codeLineOf(error: unknown): string | null {
  if (error instanceof HttpError) {
    const code = error.problem === null ? '' : ` ${error.problem.code}`;
    return `${error.status}${code}, ${error.method} ${error.url}`;
  }
  if (error instanceof NetworkError) return `no answer, ${error.method} ${error.url}`;
  if (error instanceof UnreadableError) return `unreadable, ${error.method} ${error.url}`;
  return null;
}

/** The path whose answer was an error or could not be read; null where nothing was asked, or no answer came. */
export function answeredPath(error: unknown): string | null {
  const isAnswer = error instanceof HttpError || error instanceof UnreadableError;
  return isAnswer && error.method === 'GET' ? error.url : null;
}

/** Whether the service said that what was asked for is not there. */
export function isNotFound(error: unknown): error is HttpError {
  return error instanceof HttpError && error.status === 404;
}

/** Whether the service did not know who sent the request: it is answered again once somebody has signed in. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof HttpError && error.status === 401;
}

/** Whether the service does not offer what was requested: a further try answers the same. */
export function isNotOffered(error: unknown): boolean {
  return error instanceof HttpError && error.status === 501;
}

/** Whether a service answered with this code of the contract. */
export function hasCode(error: unknown, code: string): error is HttpError {
  return error instanceof HttpError && error.problem?.code === code;
}

/** What a service found wrong in what was sent, by its place in it; none where it names nothing. */
export function refusedOf(error: unknown): readonly ProblemFault[] {
  return error instanceof HttpError ? (error.problem?.errors ?? []) : [];
}

/** Milliseconds the service asks to wait before it is asked again; false where it does not. */
export function waitOf(error: unknown): number | false {
  const seconds = error instanceof HttpError ? error.retryAfter : null;
  return seconds === null ? false : Math.max(1, seconds) * 1000;
}

/**
 * Milliseconds until a query is requested again; false: not by itself. What does not exist is not requested again, nor what
 * needs a sign-in; otherwise the service's own wait comes before `ms`.
 */
export function pollInterval(error: unknown, ms: number | false): number | false {
  if (isUnauthenticated(error) || isNotFound(error)) return false;
  return waitOf(error) || ms;
}
