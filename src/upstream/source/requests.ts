import { bytesInWords } from '#contract/bytes.ts';
import { problem, Problem, unavailable } from '#platform/http/problem.ts';
import type { Shape } from '../reading/findingTexts.ts';
import { limitsOf, maxTextLength, type AnswerLimits } from './answerLimits.ts';
import {
  createExchange,
  LateError,
  type Answer,
  type ExchangeOptions,
  type Sent,
} from './exchange.ts';
import {
  bodyProblem,
  busyProblem,
  isNotFound,
  isPassing,
  networkProblem,
  redirectProblem,
  retryAfterOf,
  statusProblem,
} from './faults.ts';
import type { TakeRows } from '../reading/read.ts';
import { readError } from '../reading/readError.ts';
import { createLimiter, type Turn } from './limiter.ts';
import type { Scrub } from './scrub.ts';
import { callTo, createStatistics, type SourceCall, type SourceStatistics } from './statistics.ts';

export interface RequestsOptions extends ExchangeOptions {
  readonly scrub: Scrub;
  /** In place of the usual limits. */
  readonly answerLimits?: Partial<AnswerLimits>;
  readonly clock: () => number;
  readonly elapsed: () => number;
}

/** A request that takes its turn. */
export interface SourceRequest extends Omit<Sent, 'answerLimits' | 'parse' | 'takeRows'> {
  readonly call: SourceCall;
  readonly turn: Turn;
  /** Reads the rows of a long list while they arrive, in place of keeping them as JSON. */
  readonly takeRows?: TakeRows | undefined;
  /** Finds out whether an outage is over. */
  readonly isProbe?: true;
}

/** An answer, and how long it took until it was complete, the wait for its turn not included. */
interface Timed extends Answer {
  readonly ms: number;
  /** Its text before the credentials were taken out. */
  readonly original: () => string;
}

/** A success that was read. */
export type Success = Timed;

/** An answer as it came, whatever its status; `json` is undefined where it is none. */
export type Inspected = Timed;

const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
/** A request waits for so long where the service is busy; it fails where it would be longer. */
const maxHoldWaitMs = 5000;
/** Doubled with each 429 in a row that does not say for how long to wait. */
const firstHoldMs = 1000;
const longestHoldMs = 60_000;
/** However much is read in the background, there is room for people. */
const maxWaiting = { person: 10_000, background: 5000 };

/** Gets answers within the limits: follows redirects, sends a GET once more after a fault of the network, waits where it has to. */
export function createRequests(options: RequestsOptions) {
  const { clock, elapsed, scrub } = options;
  const statistics = createStatistics(clock, elapsed);
  const limiter = createLimiter(options.limits, elapsed);
  const exchange = createExchange(options);
  /** When an answer began, in elapsed milliseconds. */
  let lastAnswer = Number.NEGATIVE_INFINITY;
  /** Addresses that were too late since then: one alone may be a slow call. */
  const lateAddresses = new Set<string>();
  /** Why nothing answers. */
  let outage: Problem | null = null;
  let nextHoldMs = firstHoldMs;
  let isClosed = false;

  /** Says why a request is not sent at all. */
  function whyNot({ method, isProbe, turn }: SourceRequest): Problem | null {
    if (isClosed) return stopping();
    if (outage !== null && isProbe === undefined) return method === 'GET' ? outage : unsent(outage);
    if (limiter.heldMs > maxHoldWaitMs) return busyProblem(limiter.heldMs);
    return limiter.waiting < maxWaiting[turn.priority]
      ? null
      : problem('upstream-busy', 'Too many requests wait for the connected service.');
  }

  /** One request over the wire. */
  function send(request: SourceRequest, onSent: () => void): Promise<Timed> {
    const { operation } = request.call;
    return limiter.run(request.turn, async (begin) => {
      const sentAt = elapsed();
      onSent();
      statistics.addRequest(operation);
      const sent = {
        ...request,
        answerLimits: { ...limitsOf(operation), ...options.answerLimits },
        parse: (part: string) => scrub.parse(part),
      };
      const answer = await exchange.send(sent, () => {
        lastAnswer = elapsed();
        lateAddresses.clear();
        outage = null;
        begin();
      });
      const ms = elapsed() - sentAt;
      statistics.addAnswer(operation, { ms, bytes: answer.bytes });
      const [statusText, text] = [scrub.words(answer.statusText), scrub.data(answer.text)];
      return { ...answer, statusText, text, original: () => completeText(answer), ms };
    });
  }

  /** Where no request of the time since then was answered, nothing is there; unless one call alone is slow. */
  async function reach(request: SourceRequest): Promise<Timed> {
    const isChange = request.method !== 'GET';
    for (let isRetry = false; ; isRetry = true) {
      let sentAt = Number.POSITIVE_INFINITY;
      try {
        return await send(request, () => {
          sentAt = elapsed();
        });
      } catch (error) {
        if (error instanceof Problem) throw error;
        if (isClosed) throw stopping();
        const found = networkProblem(error, options, isChange);
        const isFirst = !isChange && !isRetry && outage === null;
        if (isFirst && isPassing(error)) {
          statistics.addFault(request.call.operation, found.message);
          continue;
        }
        const isLate = error instanceof LateError;
        if (isLate) lateAddresses.add(request.address);
        if (lastAnswer < sentAt && !(isLate && lateAddresses.size === 1)) {
          // Whether a change was made is not known for that one alone.
          outage = networkProblem(error, options, false);
          limiter.drop(outage);
        }
        throw found;
      }
    }
  }

  async function follow(request: SourceRequest): Promise<Timed> {
    let { address } = request;
    for (let count = 0; ; count += 1) {
      const answer = await reach({ ...request, address });
      const location = answer.headers.get('location');
      if (!redirects.has(answer.status) || location === null) return answer;
      const next = URL.parse(location, address);
      const { origin } = new URL(address);
      if (next?.origin !== origin) {
        const where = scrub.words(next?.origin ?? 'what is no address');
        throw redirectProblem(`to ${where}. If it is there, set PORTFOLIO_SERVICE_URL to that.`);
      }
      if (request.method !== 'GET')
        throw redirectProblem('a change is not sent to a second address.');
      if (count === maxRedirects) throw redirectProblem(`more than ${maxRedirects} times.`);
      address = origin + next.pathname + next.search;
    }
  }

  /** Nothing is sent for as long as a busy service wants; what waits fails if that is long. */
  function hold(answer: Answer): number {
    const ms = retryAfterOf(answer, clock()) ?? Math.max(nextHoldMs, limiter.heldMs);
    // Several may be refused at once.
    if (limiter.heldMs === 0) nextHoldMs = Math.min(nextHoldMs * 2, longestHoldMs);
    limiter.hold(ms);
    if (ms > maxHoldWaitMs) limiter.drop(busyProblem(ms));
    return ms;
  }

  /** What was refused because the service is busy was not done: it is sent again after a moment, once. */
  async function answerTo(request: SourceRequest): Promise<Timed> {
    const first = await follow(request);
    if (!isBusy(first)) return first;
    const ms = hold(first);
    if (ms > maxHoldWaitMs || request.method !== 'GET') throw busyProblem(ms);
    const second = await follow(request);
    if (isBusy(second)) throw busyProblem(hold(second));
    return second;
  }

  return {
    /** @returns a success, or 304 where an entity tag was sent. Everything else is thrown as a Problem. */
    async get(request: SourceRequest): Promise<Success> {
      const why = whyNot(request);
      if (why !== null) throw why;
      try {
        const success = read(await answerTo(request), request, scrub);
        nextHoldMs = firstHoldMs;
        return success;
      } catch (error) {
        const isFault =
          error instanceof Problem && error.code !== 'upstream-rejected' && !isNotFound(error);
        if (isFault) statistics.addFault(request.call.operation, error.message);
        throw error;
      }
    },
    /** A problem is thrown only where no answer came. */
    async inspect(request: SourceRequest): Promise<Inspected> {
      const why = whyNot(request);
      if (why !== null) throw why;
      const answer = await answerTo(request);
      return answer;
    },
    isOwn: exchange.isOwn,
    raise: (turn: Turn) => limiter.raise(turn),
    get outage() {
      return outage;
    },
    noteShapes: (path: string, shapes: readonly Shape[]) =>
      statistics.addShapes(callTo('GET', path).operation, path, shapes),
    statistics(): SourceStatistics {
      const { running, waiting, heldMs } = limiter;
      const heldUntil = heldMs === 0 ? null : clock() + heldMs;
      const { concurrent, perSecond } = options.limits;
      const limits = { concurrent, perSecond };
      return { ...statistics.read(), limits, running, waiting, heldUntil };
    },
    async close(): Promise<void> {
      isClosed = true;
      limiter.drop(stopping());
      await exchange.close();
    },
  };
}

/** A success as JSON; what is none is thrown. */
function read(answer: Timed, { method, call, etag }: SourceRequest, scrub: Scrub): Success {
  const { status, statusText, text } = answer;
  if (status === 304 && typeof etag === 'string') return { ...answer, json: null };
  if (status < 200 || status > 299) {
    // Once more after its reading: escapes may hide a value, and a cut may go through it.
    const words = scrub.words(readError(status, statusText, scrub.words(text)));
    throw statusProblem(answer, call.label, words);
  }
  const { json } = answer;
  if (json === undefined && method === 'GET') throw bodyProblem(text, call.label);
  return { ...answer, json: json ?? null };
}

function completeText({ text, length }: Answer): string {
  if (text.length === length) return text;
  throw problem(
    'upstream-unreadable',
    `Nothing was sent: the answer of the connected service is longer than ${bytesInWords(maxTextLength)}.`,
  );
}

const unsent = ({ code, message }: Problem): Problem =>
  problem(code, `Nothing was sent. ${message}`);

function stopping(): Problem {
  return unavailable('The process is stopping.', 5);
}

function isBusy(answer: Answer): boolean {
  return (
    answer.status === 429 || (answer.status === 503 && answer.headers.get('retry-after') !== null)
  );
}
