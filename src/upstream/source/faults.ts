import { durationText } from '#contract/duration.ts';
import { faultCode, isUntrusted, networkFault } from '#platform/http/networkFaults.ts';
import { problem, unavailable, type Problem } from '#platform/http/problem.ts';
import {
  AnswerError,
  isTotalTimeout,
  LateError,
  TornError,
  type ServiceAnswer,
  type ExchangeOptions,
} from './exchange.ts';

/** Connection failures that the next attempt may not have. */
const passing =
  /^(ECONN|EPIPE|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH)/;

/** Returns true if a second GET may succeed. Timeouts are excluded because they already took too long. */
export function isPassing(error: unknown): boolean {
  return error instanceof TornError || passing.test(faultCode(error));
}

/** The answer is not HTTP, or its headers are too large. */
const noHttp = /^(HPE_|HTTPParserError|ERR_ASSERTION|UND_ERR_HEADERS_OVERFLOW)/;

/** The request was never sent. */
const unsent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|EHOSTUNREACH|CERT_|ERR_BAD_PORT)/;

/** Explains a missing or unreadable answer. */
export function networkProblem(
  error: unknown,
  { timeouts, named }: Pick<ExchangeOptions, 'timeouts' | 'named'>,
  isChange: boolean,
): Problem {
  const code = faultCode(error);
  const isUnknown = isChange && !unsent.test(code);
  const end = isUnknown ? ' The change may have been made: check before you send it again.' : '';
  const slow = (detail: string) =>
    problem('upstream-timeout', `The connected service timed out: ${detail}${end}`);
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return slow(`no connection within ${durationText(timeouts.connectMs)}.`);
  }
  if (error instanceof LateError) {
    return slow(`no answer began within ${durationText(timeouts.beginMs)}.`);
  }
  if (isTotalTimeout(error)) {
    return slow(`no answer was complete within ${durationText(timeouts.completeMs)}.`);
  }
  const sentence = error instanceof AnswerError ? error.message : networkFault(error);
  if (error instanceof AnswerError || noHttp.test(code)) {
    return problem(
      'upstream-unreadable',
      `The answer of the connected service cannot be read. ${sentence}${end}`,
    );
  }
  if (named !== undefined && code === 'ECONNREFUSED') {
    return problem('upstream-unreachable', `${named} refused the connection.`);
  }
  const advice = isUntrusted(error)
    ? ' Set PORTFOLIO_SERVICE_CA to the PEM file of the authority that signed it.'
    : named === undefined
      ? ' It is retried automatically; if the problem persists, check PORTFOLIO_SERVICE_URL.'
      : '';
  return problem(
    'upstream-unreachable',
    `${named ?? 'The connected service'} cannot be reached. ${sentence}${advice}${end}`,
  );
}

/** Returns the delay that a busy service requests, in milliseconds, or null if it requests none. */
export function retryAfterOf({ headers }: ServiceAnswer, now: number): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 1000), maxHoldMs);
}

const maxHoldMs = 300_000;

export function busyProblem(ms: number): Problem {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return unavailable(
    `The connected service asks us to wait ${seconds} s.`,
    seconds,
    'upstream-busy',
  );
}

/** Explains an answer that is not a success. `words` is the service's own message. */
export function statusProblem(
  { status, statusText }: ServiceAnswer,
  call: string,
  words: string,
): Problem {
  const line = `${status} ${statusText}`.trim();
  const quoted = words === '' || words.startsWith(line) ? '' : ` It says: ${words}`;
  const members = { upstreamStatus: status };
  if (status === 401 || status === 403) {
    return problem(
      'upstream-refused',
      `The connected service rejected our credentials (${line}): check PORTFOLIO_SERVICE_HEADERS.${quoted}`,
      { members },
    );
  }
  if (status === 404 || status === 410) {
    return problem(
      'upstream-unreadable',
      `The connected service has nothing at ${call} (${line}): check PORTFOLIO_SERVICE_URL.${quoted}`,
      { members },
    );
  }
  if (status >= 400 && status < 500) {
    const isUsers = status === 400 && call === 'GET /p/users';
    const advice = isUsers
      ? ' If it requires the caller’s id, set PORTFOLIO_SERVICE_USERS_QUERY.'
      : '';
    return problem('upstream-rejected', `${words === '' ? line : words}${advice}`, { members });
  }
  if (status >= 502 && status <= 504) {
    return problem(
      'upstream-unreachable',
      `The connected service cannot be reached: the answer is ${line}.${quoted}`,
      { members },
    );
  }
  return problem(
    'upstream-unreadable',
    `The connected service failed: it answered ${call} with ${line}.${quoted}`,
    { members },
  );
}

export function redirectProblem(why: string): Problem {
  return problem('upstream-unreadable', `The connected service redirects us: ${why}`);
}

export function bodyProblem(text: string, call: string): Problem {
  const start = text.trimStart();
  const what =
    start === ''
      ? 'nothing'
      : start.startsWith('<')
        ? 'a web page, not JSON: check PORTFOLIO_SERVICE_URL'
        : /^[[{"]/.test(start)
          ? 'incomplete or invalid JSON'
          : 'something that is not JSON';
  return problem('upstream-unreadable', `The connected service answered ${call} with ${what}.`);
}

export function isNotFound({ extras }: Problem): boolean {
  const status = extras.members?.['upstreamStatus'];
  return status === 404 || status === 410;
}
