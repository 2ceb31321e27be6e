import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './dialectService.ts';

/** What goes wrong on the way of a request: it answers itself, or lets the answer through, changed or not. */
export type Fault = (request: Request, next: Answer) => Promise<Response>;

/**
 * A service of which things go wrong: the faults are looked at in their order, the first outermost. The list may be changed while
 * it answers: what is taken out has passed.
 */
export function faultyService(inner: Answer, faults: readonly Fault[]): Answer {
  const from =
    (index: number): Answer =>
    (request) => {
      const fault = faults[index];
      return fault === undefined ? inner(request) : fault(request, from(index + 1));
    };
  return (request) => from(0)(request);
}

/** Only requests that match, as `PUT /p/users`. */
export function on(call: RegExp, fault: Fault): Fault {
  return (request, next) =>
    call.test(`${request.method} ${new URL(request.url).pathname}`)
      ? fault(request, next)
      : next(request);
}

/** Only the first so many requests. */
export function times(count: number, fault: Fault): Fault {
  let left = count;
  return (request, next) => {
    if (left === 0) return next(request);
    left -= 1;
    return fault(request, next);
  };
}

/** A share of the requests, the same ones for the same seed. */
export function atRandom(share: number, seed: number, fault: Fault): Fault {
  let state = seed >>> 0;
  // A linear congruential generator (Numerical Recipes): chance is not the point, order is.
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return (request, next) => (random() < share ? fault(request, next) : next(request));
}

const html = { 'content-type': 'text/html; charset=utf-8' };

/** The answer comes, but late. */
export const slow =
  (milliseconds: number): Fault =>
  async (request, next) => {
    await wait(milliseconds);
    return next(request);
  };

export const serverError: Fault = async () =>
  new Response('<h1>Internal Server Error</h1>', { status: 500, headers: html });

/** A page where JSON is due: somebody else's sign-in, a proxy. */
export const webPage: Fault = async () =>
  new Response('<!doctype html><title>Sign in</title><p>Please sign in.', { headers: html });

/** The answer ends in the midst, and says that it is whole. */
export const truncated: Fault = async (request, next) => {
  const response = await next(request);
  const text = await response.text();
  return new Response(text.slice(0, Math.ceil(text.length / 2)), response);
};

/** The connection ends in the midst of the answer. */
export const torn: Fault = async (request, next) => {
  const response = await next(request);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, Math.ceil(bytes.length / 2)));
      await wait(20);
      controller.error(new Error('torn'));
    },
  });
  return new Response(body, response);
};

/** @param retryAfter seconds, a date, or nothing. */
export const busy =
  (retryAfter: string | null): Fault =>
  async () =>
    new Response('Slow down.', {
      status: 429,
      headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
    });

/** The connection ends without a word. */
export const dropped: Fault = async () => {
  throw new Error('dropped');
};

/** No answer ever begins. */
export const silent: Fault = () => new Promise<never>(() => undefined);

/** An answer begins and never ends. */
export const endless: Fault = async (request, next) => {
  const response = await next(request);
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('['));
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
};

/** Other data than before: another service answers. */
export const replacedBy =
  (other: Answer): Fault =>
  (request) =>
    other(request);

export const notThere: Fault = async () => Response.json({ message: 'Gone.' }, { status: 404 });

/** 401 to whoever comes without a header. */
export const needsHeader =
  (name: string, value: string): Fault =>
  async (request, next) =>
    request.headers.get(name) === value
      ? next(request)
      : Response.json({ message: 'Who are you?' }, { status: 401 });

/** @param to another origin, or null for the same; the path goes on as `/moved/p/…`, where it is answered. */
export const redirected =
  (to: string | null, status: 301 | 302 | 307 | 308 = 307): Fault =>
  async (request, next) => {
    const url = new URL(request.url);
    if (url.pathname.startsWith('/moved/')) {
      const inner = new URL(url.pathname.slice('/moved'.length) + url.search, url);
      return next(new Request(inner, request));
    }
    const location = `${to ?? ''}/moved${url.pathname}${url.search}`;
    return new Response(null, { status, headers: { location } });
  };

/** Every address leads to itself. */
export const redirectLoop: Fault = async (request) => {
  const { pathname, search } = new URL(request.url);
  return new Response(null, { status: 302, headers: { location: pathname + search } });
};
