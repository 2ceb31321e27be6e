import { type ProblemDetails, problemDetails } from '#contract/problem.ts';
import { HttpError } from './errors.ts';
import { jsonOf } from './jsonValue.ts';

/** The error of an answer that is not success: its words come from the body, whatever the service sends there. */
export function errorOf(
  response: Response,
  asked: { method: string; url: string },
  text: string,
): HttpError {
  const body = jsonOf(text);
  const parsed = problemDetails.safeParse(body);
  const problem = parsed.success ? parsed.data : null;
  return new HttpError(wordsOf(response, problem, body, text), {
    ...asked,
    status: response.status,
    problem,
    text,
    retryAfter: secondsOf(response.headers.get('Retry-After')),
  });
}

function wordsOf(
  response: Response,
  problem: ProblemDetails | null,
  body: unknown,
  text: string,
): string {
  if (problem !== null) return problem.detail === '' ? problem.title : problem.detail;
  if (typeof body === 'string' && body.trim() !== '') return body;
  for (const key of ['detail', 'message', 'error', 'title']) {
    const words = memberOf(body, key);
    if (typeof words === 'string' && words.trim() !== '') return words;
    const nested = memberOf(words, 'message');
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
