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

/** What the other service answered. Its address, redirects followed, may hold a secret: it is shown to nobody. */
export interface Foreign extends PageOrigin {
  /** Its body as JSON; null where a change was answered without one. */
  readonly json: unknown;
  /** The beginning of its body, `maxTextLength` characters at most. */
  readonly text: string;
  /** Characters of its body. */
  readonly length: number;
  /** `text` with the credentials that it may hold, which nobody is shown: made for what is sent back to the service. */
  readonly original: () => string;
  /** When it was read, in epoch milliseconds. */
  readonly readAt: number;
  /** Why it could not be read again, in a sentence; null: it is as new as was requested. */
  readonly stale: string | null;
}

export interface ReadOptions {
  readonly priority: Priority;
  /** Milliseconds: a younger answer is given as it was read. 5 s where left out. */
  readonly maxAge?: number;
  /** What a 404 means; where left out, that the service does not have this call. */
  readonly notFound?: () => Problem;
}

/** The other service, asked within its limits. What goes wrong is a Problem of an `upstream-…` code, or `notFound`'s. */
export interface Source {
  /**
   * Answer to GET. Where the service fails, what was read before is given with `stale`.
   * @param path below the base address, with its query: `/p/users/u1`; or a full address on the same origin.
   */
  read(path: string, options: ReadOptions): Promise<Foreign>;
  /** Sends a change, once: it is never sent again. */
  write(
    method: 'PUT' | 'POST' | 'DELETE',
    path: string,
    body: unknown,
    options?: Pick<ReadOptions, 'notFound'>,
  ): Promise<Foreign>;
  /** One answer as it came, whatever its status, past what was read before; a problem only where none came. */
  inspect(method: string, path: string, body?: unknown): Promise<Inspected>;
  /** What was read of these paths (of all) is requested again at the next read. */
  forget(paths?: (path: string) => boolean): void;
  /** When it last answered well, in epoch milliseconds; null: not yet. */
  readonly lastGoodAt: number | null;
  /** Why it does not answer; null: it does, or was not asked yet. */
  readonly fault: SourceFault | null;
  /** Most requests in the background that are under way at once. */
  readonly backgroundRequests: number;
  /** What comes from the service, without the secret headers' values. */
  scrub(text: string): string;
  /** Whether a request was sent by this source: the address of the service leads back to us. */
  isOwn(headers: Headers): boolean;
  /** Keeps the shapes recognized in the answer to a path, for `statistics`. */
  noteShapes(path: string, shapes: readonly Shape[]): void;
  statistics(): SourceStatistics;
  close(): Promise<void>;
}

interface SourceFault {
  readonly code: ProblemCode;
  /** In a sentence, with what to do. */
  readonly detail: string;
  /** When it was first seen, in epoch milliseconds. */
  readonly since: number;
}

export interface SourceOptions extends Pick<
  ExchangeOptions,
  'headers' | 'ca' | 'fetch' | 'limits' | 'named'
> {
  /** Base address, without a slash at its end. */
  readonly url: string;
  /** Sent with `GET /p/users`. */
  readonly usersQuery?: readonly [name: string, value: string] | null;
  /** Now, in epoch milliseconds. */
  readonly clock: () => number;
  /** Milliseconds from any origin, for what lasts. */
  readonly elapsed: () => number;
  readonly timeouts?: Timeouts;
  readonly recheck?: Recheck;
  readonly cacheBytes?: number;
  readonly answerLimits?: Partial<AnswerLimits>;
  /** Called with the first answer, and whenever the service begins to fail, or to answer again: why it fails, or null. */
  readonly onChange?: (fault: string | null) => void;
}

/** When a service that fails is tried again, by itself and for all paths. */
interface Recheck {
  /** While nothing answers: nothing else is sent meanwhile. */
  readonly outageMs: number;
  /** While it answers, but nothing that can be used. */
  readonly faultMs: number;
}

export const defaultTimeouts: Timeouts = { connectMs: 5000, beginMs: 10_000, completeMs: 60_000 };
const defaultRecheck: Recheck = { outageMs: 5000, faultMs: 30_000 };
/** What a page shows together is read together: in a market that moves, older answers would contradict newer ones. */
const defaultMaxAge = 5000;
/** Read to find out whether a service answers that changes alone met in vain. */
const probePath = '/p/thematics';
/** What is tried again are some of the paths that people wanted. */
const maxWanted = 100;

/** Problems of the service as a whole, if nothing else went well meanwhile. */
const outOfOrder: ReadonlySet<string> = new Set([
  'upstream-unreachable',
  'upstream-timeout',
  'upstream-unreadable',
  'upstream-refused',
]);

/** Reads and changes another Portfolio Service, within its limits. */
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
  /** The same in elapsed milliseconds. */
  let lastGood = Number.NEGATIVE_INFINITY;
  let fault: SourceFault | null = null;
  /** What was wanted in vain. */
  const wanted = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function requestOf(method: string, path: string, turn: Turn): SourceRequest {
    const target = new URL(path.startsWith('/') ? url + path : path);
    if (target.origin !== origin) throw new Error('Only the connected service is requested');
    const isBelow = target.pathname.startsWith(`${base}/`);
    const call = callTo(method, isBelow ? target.pathname.slice(base.length) : target.pathname);
    // The address of a further page is theirs, complete.
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

  /** A fault is the whole service's where nothing answers, or nothing went well for a while. */
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

  /** One path after another: one that hangs does not hide that others are answered. */
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

  /** The same request is under way once; a person's reading hurries it. */
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
    // It may be of before a change that was made meanwhile.
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
