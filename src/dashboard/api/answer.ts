import type * as z from 'zod/mini';
import { type ProblemDetails, problemDetails } from '#contract/problem.ts';
import { HttpError, type RequestTarget, UnreadableError } from './errors.ts';
import { jsonOf, show } from './jsonValue.ts';
import { noteRefusal } from './signIn.ts';

type ErrorResponse = Pick<Response, 'status' | 'statusText'> & {
  readonly headers: Pick<Headers, 'get'>;
};

/** The message comes from the body, in any of the forms that services use. */
export function errorOf(response: ErrorResponse, request: RequestTarget, text: string): HttpError {
  if (response.status === 401) noteRefusal();
  const body = jsonOf(text);
  const parsed = problemDetails.safeParse(body);
  const problem = parsed.success ? parsed.data : null;
  return new HttpError(messageFrom(response, problem, body, text), {
    ...request,
    status: response.status,
    problem,
    text,
    retryAfter: secondsOf(response.headers.get('Retry-After')),
  });
}

function messageFrom(
  response: ErrorResponse,
  problem: ProblemDetails | null,
  body: unknown,
  text: string,
): string {
  if (problem !== null) return problem.detail === '' ? problem.title : problem.detail;
  if (typeof body === 'string' && body.trim() !== '') return body;
  for (const key of ['detail', 'message', 'error', 'title']) {
    const message = memberOf(body, key);
    if (typeof message === 'string' && message.trim() !== '') return message;
    const nested = memberOf(message, 'message');
    if (typeof nested === 'string' && nested.trim() !== '') return nested;
  }
  const isPlainText = body === undefined && text.trim() !== '' && !text.trimStart().startsWith('<');
  if (isPlainText) return text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return `The service answered ${`${response.status} ${response.statusText}`.trim()}.`;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Retry-After (RFC 9110) is a number of seconds or a date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

/** Error for a successful response that is not JSON. */
export function notJson(text: string, request: RequestTarget): UnreadableError {
  const found =
    text.trim() === '' ? 'nothing' : text.trimStart().startsWith('<') ? 'a web page' : 'text';
  return new UnreadableError(
    `${request.url} answered with ${found} instead of JSON. Is this the address of a Portfolio Service?`,
    { ...request, text },
  );
}

/** Error for JSON that does not match the contract; `fault` comes from `describeIssues`. */
export function invalidAnswer(
  request: RequestTarget,
  fault: string,
  text: string,
): UnreadableError {
  return new UnreadableError(`The response from ${request.url} could not be read, ${fault}.`, {
    ...request,
    text,
  });
}

/** Describes parse issues, since zod/mini has no messages: `at /3/total: expected number, found "abc"`. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], body: unknown): string {
  const [first, ...others] = issues;
  if (first === undefined) return 'it does not match the contract';
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${locationText(first.path)}: ${describe(first, valueAt(body, first.path))}${more}`;
}

function locationText(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'as a whole' : `at /${path.map(String).join('/')}`;
}

function describe(issue: z.core.$ZodIssue, found: unknown): string {
  const why = `found ${show(found)}`;
  if (issue.code === 'invalid_type') return `expected ${issue.expected}, ${why}`;
  if (issue.code === 'invalid_format') return `expected ${issue.format}, ${why}`;
  if (issue.code === 'invalid_value') {
    return `expected one of ${issue.values.map(show).join(', ')}, ${why}`;
  }
  return `${issue.code.replaceAll('_', ' ')}, ${why}`;
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
