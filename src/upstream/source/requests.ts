import { bytesInWords } from '#contract/bytes.ts';
import { problem, Problem, unavailable } from '#platform/http/problem.ts';
import type { Shape } from '../reading/findingTexts.ts';
import { limitsOf, maxTextLength, type AnswerLimits } from './answerLimits.ts';
import {
  createExchange,
  LateError,
  type ServiceAnswer,
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
  /** Overrides single limits of all answers. */
  readonly answerLimits?: Partial<AnswerLimits>;
  readonly clock: () => number;
  readonly elapsed: () => number;
}

export interface SourceRequest extends Omit<Sent, 'answerLimits' | 'parse' | 'takeRows'> {
  readonly call: SourceCall;
  readonly turn: Turn;
  /** Parses the rows of a long list while they arrive, instead of storing them as JSON. */
  readonly takeRows?: TakeRows | undefined;
  readonly isProbe?: true;
}

/** An answer with its duration, without the time in the queue. */
interface Timed extends ServiceAnswer {
  readonly ms: number;
  /** The text with its credentials. */
  readonly original: () => string;
}

export type Success = Timed;

/** `json` is undefined if the body is not JSON. */
export type Inspected = Timed;

const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Longest wait for a busy service. A request that would wait longer fails. */
const maxHoldWaitMs = 5000;
/** Doubles with each consecutive 429 that requests no delay. */
const firstHoldMs = 1000;
const longestHoldMs = 60_000;
/** The background limit is lower, so that people's requests always fit in the queue. */
const maxWaiting = { person: 10_000, background: 5000 };

/**
 * Sends requests within the limits, follows redirects, repeats a GET once after a network fault, and waits for a busy service.
 */
export function createRequests(options: RequestsOptions) {
  const { clock, elapsed, scrub } = options;
  const statistics = createStatistics(clock, elapsed);
  const limiter = createLimiter(options.limits, elapsed);
  const exchange = createExchange(options);
  /** Start of the last answer, in elapsed milliseconds. */
  let lastAnswer = Number.NEGATIVE_INFINITY;
  /** Addresses that timed out since then. A single one may just be a slow call. */
  const lateAddresses = new Set<string>();
  let outage: Problem | null = null;
  let nextHoldMs = firstHoldMs;
  let isClosed = false;

  function whyNot({ method, isProbe, turn }: SourceRequest): Problem | null {
    if (isClosed) return stopping();
    if (outage !== null && isProbe === undefined) return method === 'GET' ? outage : unsent(outage);
    if (limiter.heldMs > maxHoldWaitMs) return busyProblem(limiter.heldMs);
    return limiter.waiting < maxWaiting[turn.priority]
      ? null
      : unavailable('Too many requests are waiting for the connected service.', 5, 'upstream-busy');
  }

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

  /** Records an outage if no request has been answered since this one was sent. A single slow address is not an outage. */
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
          // "Unknown whether the change was made" applies to this request only, not to the outage.
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

  /** Pauses for a busy service. Waiting requests fail if the pause is long. */
  function hold(answer: ServiceAnswer): number {
    const ms = retryAfterOf(answer, clock()) ?? Math.max(nextHoldMs, limiter.heldMs);
    // Simultaneous refusals must not double the delay more than once.
    if (limiter.heldMs === 0) nextHoldMs = Math.min(nextHoldMs * 2, longestHoldMs);
    limiter.hold(ms);
    if (ms > maxHoldWaitMs) limiter.drop(busyProblem(ms));
    return ms;
  }

  /** Repeats a GET once after a short pause if the service was busy. */
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
    /** @returns a success, or 304 for a request with an entity tag. Throws a Problem for anything else. */
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
    /** Throws a Problem only if no answer arrived. */
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

function read(answer: Timed, { method, call, etag }: SourceRequest, scrub: Scrub): Success {
  const { status, statusText, text } = answer;
  if (status === 304 && typeof etag === 'string') return { ...answer, json: null };
  if (status < 200 || status > 299) {
    // Scrub twice: escape sequences may hide a secret from the first pass, and a cut may split one before the second.
    const words = scrub.words(readError(status, statusText, scrub.words(text)));
    throw statusProblem(answer, call.label, words);
  }
  const { json } = answer;
  if (json === undefined && method === 'GET') throw bodyProblem(text, call.label);
  return { ...answer, json: json ?? null };
}

function completeText({ text, length }: ServiceAnswer): string {
  if (text.length === length) return text;
  throw problem(
    'upstream-unreadable',
    `Nothing was sent: the answer of the connected service is longer than ${bytesInWords(maxTextLength)}.`,
  );
}

const unsent = ({ code, message, extras }: Problem): Problem =>
  new Problem(code, `Nothing was sent. ${message}`, extras);

function stopping(): Problem {
  return unavailable('The process is stopping.', 5);
}

function isBusy(answer: ServiceAnswer): boolean {
  return (
    answer.status === 429 || (answer.status === 503 && answer.headers.get('retry-after') !== null)
  );
}
