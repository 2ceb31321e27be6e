import { mebibyte } from '#contract/bytes.ts';
import type { ProblemCode } from '#contract/problem.ts';
import { Problem } from '#platform/http/problem.ts';
import { takeUserRows } from '../reading/readUserList.ts';
import { pageHeadersOf, type PageOrigin } from '../reading/pagePlaces.ts';
import type { Shape } from '../reading/findingTexts.ts';
import type { AnswerLimits } from './answerLimits.ts';
import { createAnswerCache } from './answerCache.ts';
import type { ExchangeOptions, Timeouts } from './exchange.ts';
import { isNotFound } from './faults.ts';
import { backgroundShareOf, type Priority, type Turn } from './limiter.ts';
import { createRequests, type Inspected, type SourceRequest, type Success } from './requests.ts';
import { createScrub } from './scrub.ts';
import { callTo, type SourceStatistics } from './statistics.ts';

/** An answer of the connected service. Its address (after redirects) may contain a secret, so it is never displayed. */
export interface Foreign extends PageOrigin {
  /** null if the answer to a change has no body. */
  readonly json: unknown;
  /** Start of the body, at most `maxTextLength` characters. */
  readonly text: string;
  /** Characters of the body. */
  readonly length: number;
  /** `text` with its credentials, which are never displayed. For data that is sent back to the service. */
  readonly original: () => string;
  /** Time of the request, in epoch milliseconds. */
  readonly readAt: number;
  /** Why a new request failed, in a sentence; null if the answer is as recent as requested. */
  readonly stale: string | null;
}

export interface ReadOptions {
  readonly priority: Priority;
  /** Maximum age of a cached answer in milliseconds. Defaults to 5 s. */
  readonly maxAge?: number;
  /** The Problem for a 404. By default, the service does not have this call. */
  readonly notFound?: () => Problem;
}

/** The connected service, within its limits. Failures are a Problem with an `upstream-…` code, or `notFound`'s. */
export interface Source {
  /**
   * Sends a GET. If the service fails, returns the last answer with `stale`.
   * @param path below the base address, with its query: `/p/users/u1`; or a full address on the same origin.
   */
  read(path: string, options: ReadOptions): Promise<Foreign>;
  write(
    method: 'PUT' | 'POST' | 'DELETE',
    path: string,
    body: unknown,
    options?: Pick<ReadOptions, 'notFound'>,
  ): Promise<Foreign>;
  /** Returns an uncached answer of any status. Throws a Problem only if no answer arrived. */
  inspect(method: string, path: string, body?: unknown): Promise<Inspected>;
  /** Expires the cached answers of these paths, or of all. */
  forget(paths?: (path: string) => boolean): void;
  /** Time of the last good answer in epoch milliseconds; null before the first one. */
  readonly lastGoodAt: number | null;
  /** null if the service answers, or before the first request. */
  readonly fault: SourceFault | null;
  readonly backgroundRequests: number;
  /** Removes the values of secret headers from the service's text. */
  scrub(text: string): string;
  /** Returns true for a request that this source sent, which means that the configured address leads back to us. */
  isOwn(headers: Headers): boolean;
  /** Records the format variations of an answer, for `statistics`. */
  noteShapes(path: string, shapes: readonly Shape[]): void;
  statistics(): SourceStatistics;
  close(): Promise<void>;
}

interface SourceFault {
  readonly code: ProblemCode;
  readonly detail: string;
  /** Time of its first occurrence, in epoch milliseconds. */
  readonly since: number;
}

export interface SourceOptions extends Pick<
  ExchangeOptions,
  'headers' | 'ca' | 'fetch' | 'limits' | 'named'
> {
  /** Base address without a trailing slash. */
  readonly url: string;
  /** Sent with `GET /p/users`. */
  readonly usersQuery?: readonly [name: string, value: string] | null;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Milliseconds from any origin, for durations. */
  readonly elapsed: () => number;
  readonly timeouts?: Timeouts;
  readonly recheck?: Recheck;
  readonly cacheBytes?: number;
  readonly answerLimits?: Partial<AnswerLimits>;
  /** Called with the first answer, and whenever the service starts to fail or recovers. null means that it answers. */
  readonly onChange?: (fault: string | null) => void;
}

/** Retry intervals of a failing service. */
interface Recheck {
  /** If no request is answered. Other requests are not sent meanwhile. */
  readonly outageMs: number;
  /** If the answers cannot be used. */
  readonly faultMs: number;
}

export const defaultTimeouts: Timeouts = { connectMs: 5000, beginMs: 10_000, completeMs: 60_000 };
const defaultRecheck: Recheck = { outageMs: 5000, faultMs: 30_000 };
/** Short, because prices move: the parts of one page must come from about the same time. */
const defaultMaxAge = 5000;
/** Requested during an outage that was noticed by a change, which must not be repeated. */
const probePath = '/p/thematics';
/** Bound of the paths to retry. */
const maxWanted = 100;

/** Problems that concern the complete service if no other request succeeds meanwhile. */
const outOfOrder: ReadonlySet<string> = new Set([
  'upstream-unreachable',
  'upstream-timeout',
  'upstream-unreadable',
  'upstream-refused',
]);

export function createSource(options: SourceOptions): Source {
  const { url, clock, elapsed, recheck = defaultRecheck, onChange = () => {} } = options;
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  const scrub = createScrub({ ...options.headers, query: options.usersQuery?.[1] ?? '' }, url);
  const requests = createRequests({
    ...options,
    scrub,
    timeouts: options.timeouts ?? defaultTimeouts,
  });
  const cache = createAnswerCache<Foreign>(options.cacheBytes ?? 128 * mebibyte);
  const underWay = new Map<string, { readonly turn: Turn; readonly answer: Promise<Foreign> }>();
  let lastGoodAt: number | null = null;
  /** `lastGoodAt` in elapsed milliseconds. */
  let lastGood = Number.NEGATIVE_INFINITY;
  let fault: SourceFault | null = null;
  /** Paths whose requests failed. */
  const wanted = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function requestOf(method: string, path: string, turn: Turn): SourceRequest {
    const target = new URL(path.startsWith('/') ? url + path : path);
    if (target.origin !== origin) throw new Error('Only the connected service is requested');
    const isBelow = target.pathname.startsWith(`${base}/`);
    const call = callTo(method, isBelow ? target.pathname.slice(base.length) : target.pathname);
    // The service's own address of a further page is complete.
    if (call.operation === 'getUsers' && path.startsWith('/') && options.usersQuery) {
      target.searchParams.set(...options.usersQuery);
    }
    return { method, address: target.href, call, turn };
  }

  function succeed(): void {
    const isChange = fault !== null || lastGoodAt === null;
    lastGoodAt = clock();
    lastGood = elapsed();
    fault = null;
    wanted.clear();
    clearTimeout(timer);
    if (isChange) onChange(null);
  }

  /** A fault concerns the complete service if no request is answered, or if none has succeeded for a while. */
  function fail(error: Problem, path: string): void {
    const isLong = fault !== null || elapsed() - lastGood >= recheck.faultMs;
    const isWhole = requests.outage !== null || (isLong && outOfOrder.has(error.code));
    if (isClosed || !isWhole) return;
    if (wanted.size < maxWanted) wanted.add(path);
    const isSame = fault?.code === error.code;
    fault = { code: error.code, detail: error.message, since: fault?.since ?? clock() };
    if (isSame) return;
    tryLater();
    onChange(error.message);
  }

  function tryLater(): void {
    clearTimeout(timer);
    const ms = requests.outage === null ? recheck.faultMs : recheck.outageMs;
    timer = setTimeout(() => void tryAgain(), ms).unref();
  }

  /** Rotates through the paths, so that a slow one does not hide that others are answered. */
  async function tryAgain(): Promise<void> {
    const [path] = wanted;
    if (path === undefined) return;
    wanted.delete(path);
    wanted.add(path);
    try {
      await refresh(path, 'background', true);
    } catch (error) {
      if (error instanceof Problem) fail(error, path);
    }
    if (fault !== null && !isClosed) tryLater();
  }

  /** Shares a request that is already under way. A person's request raises its priority. */
  function refresh(path: string, priority: Priority, isProbe = false): Promise<Foreign> {
    const current = underWay.get(path);
    if (current !== undefined) {
      if (priority === 'person') requests.raise(current.turn);
      return current.answer;
    }
    const turn = { priority };
    const answer = load(path, turn, isProbe).finally(() => {
      if (underWay.get(path)?.turn === turn) underWay.delete(path);
    });
    underWay.set(path, { turn, answer });
    return answer;
  }

  async function load(path: string, turn: Turn, isProbe: boolean): Promise<Foreign> {
    const kept = cache.get(path, turn.priority);
    const request = { ...requestOf('GET', path, turn), etag: kept?.etag ?? null };
    const takeRows = request.call.operation === 'getUsers' ? takeUserRows : undefined;
    const success = await requests.get({ ...request, takeRows, ...(isProbe ? { isProbe } : {}) });
    succeed();
    const isSame = success.status === 304 && kept !== null;
    const answer = isSame ? { ...kept.answer, readAt: clock() } : foreignOf(success);
    // A change may have been made since this request was sent.
    if (underWay.get(path)?.turn === turn) {
      const etag = isSame ? kept.etag : success.headers.get('etag');
      cache.set(path, { answer, etag, isForgotten: false }, turn.priority);
    }
    return answer;
  }

  function foreignOf({ json, text, length, original, headers, address }: Success): Foreign {
    const own = { json, text, length, original, address, readAt: clock(), stale: null };
    return { ...own, ...pageHeadersOf(headers) };
  }

  return {
    async read(path, { priority, maxAge = defaultMaxAge, notFound }) {
      const kept = cache.get(path, priority);
      if (kept !== null && !kept.isForgotten && clock() - kept.answer.readAt < maxAge) {
        return kept.answer;
      }
      try {
        return await refresh(path, priority);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (isNotFound(error)) {
          cache.remove(path);
          if (notFound !== undefined) throw notFound();
        }
        fail(error, path);
        const old = cache.get(path, priority);
        if (old === null) throw error;
        return { ...old.answer, stale: error.message };
      }
    },
    async write(method, path, body, { notFound } = {}) {
      try {
        const request = requestOf(method, path, { priority: 'person' });
        return foreignOf(await requests.get({ ...request, body }));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (requests.outage !== null) fail(requests.outage, probePath);
        throw isNotFound(error) && notFound !== undefined ? notFound() : error;
      }
    },
    async inspect(method, path, body) {
      try {
        const request = requestOf(method, path, { priority: 'background' });
        return await requests.inspect({ ...request, body, isProbe: true });
      } catch (error) {
        if (error instanceof Problem && requests.outage !== null) fail(error, probePath);
        throw error;
      }
    },
    forget(paths = () => true) {
      cache.forget(paths);
      for (const path of underWay.keys()) if (paths(path)) underWay.delete(path);
    },
    get lastGoodAt() {
      return lastGoodAt;
    },
    get fault() {
      return fault;
    },
    backgroundRequests: backgroundShareOf(options.limits.concurrent),
    scrub: (text) => scrub.words(text),
    isOwn: (headers) => requests.isOwn(headers),
    noteShapes: (path, shapes) => requests.noteShapes(path, shapes),
    statistics: () => requests.statistics(),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await requests.close();
    },
  };
}
