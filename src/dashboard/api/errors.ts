import type { ProblemDetails, ProblemFault } from '#contract/problem.ts';

export interface RequestTarget {
  readonly method: string;
  readonly url: string;
}

class RequestError extends Error implements RequestTarget {
  readonly method: string;
  readonly url: string;

  constructor(message: string, { method, url }: RequestTarget, cause?: unknown) {
    super(message, { cause });
    this.method = method;
    this.url = url;
  }
}

export class NetworkError extends RequestError {
  override readonly name = 'NetworkError';
}

export class UnreadableError extends RequestError {
  override readonly name = 'UnreadableError';
  readonly text: string;

  constructor(message: string, answer: RequestTarget & { readonly text: string }) {
    super(message, answer);
    this.text = answer.text;
  }
}

interface ErrorAnswer extends RequestTarget {
  readonly status: number;
  /** null if the body is not a problem document. */
  readonly problem: ProblemDetails | null;
  readonly text: string;
  /** In seconds, if the service sends it. */
  readonly retryAfter: number | null;
}

export class HttpError extends RequestError implements ErrorAnswer {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly problem: ProblemDetails | null;
  readonly text: string;
  readonly retryAfter: number | null;

  constructor(message: string, answer: ErrorAnswer) {
    super(message, answer);
    this.status = answer.status;
    this.problem = answer.problem;
    this.text = answer.text;
    this.retryAfter = answer.retryAfter;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'Something went wrong.';
}

export function codeLineOf(error: unknown): string | null {
  if (error instanceof HttpError) {
    const code = error.problem === null ? '' : ` ${error.problem.code}`;
    return `${error.status}${code}, ${error.method} ${error.url}`;
  }
  if (error instanceof NetworkError) return `no answer, ${error.method} ${error.url}`;
  if (error instanceof UnreadableError) return `unreadable, ${error.method} ${error.url}`;
  return null;
}

/** Path whose response was an error or unreadable; null without a response. */
export function answeredPath(error: unknown): string | null {
  const isAnswer = error instanceof HttpError || error instanceof UnreadableError;
  return isAnswer && error.method === 'GET' ? error.url : null;
}

export function isNotFound(error: unknown): error is HttpError {
  return error instanceof HttpError && error.status === 404;
}

/** Signing in may fix the error. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof HttpError && error.status === 401;
}

/** A retry would have the same result. */
export function isNotOffered(error: unknown): boolean {
  return error instanceof HttpError && error.status === 501;
}

export function hasCode(error: unknown, code: string): error is HttpError {
  return error instanceof HttpError && error.problem?.code === code;
}

/** Faults by their position in the request; empty if the service names none. */
export function faultsOf(error: unknown): readonly ProblemFault[] {
  return error instanceof HttpError ? (error.problem?.errors ?? []) : [];
}

const longestWaitSeconds = 300;
const outageMs = 10_000;

/** Milliseconds from Retry-After, from a second to five minutes; false without it. */
export function waitOf(error: unknown): number | false {
  const seconds = error instanceof HttpError ? error.retryAfter : null;
  return seconds === null ? false : Math.min(longestWaitSeconds, Math.max(1, seconds)) * 1000;
}

/** The service was unreachable, or failed without Retry-After. */
export function isOutage(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return (
    error instanceof HttpError && error.status >= 500 && !isNotOffered(error) && !waitOf(error)
  );
}

/**
 * Milliseconds until a query is sent again; false: never by itself, as for missing resources and without a sign-in. Retry-After
 * takes precedence over `ms`, and so does an outage over a longer or no interval.
 */
export function pollInterval(error: unknown, ms: number | false): number | false {
  if (isUnauthenticated(error) || isNotFound(error)) return false;
  if (isOutage(error)) return Math.min(outageMs, ms || outageMs);
  return waitOf(error) || ms;
}
