import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './dialectService.ts';

/** Fault of a request: answers itself, or passes the answer on, changed or not. */
export type Fault = (request: Request, next: Answer) => Promise<Response>;

/**
 * Creates a service with faults, applied in order, the first outermost. The list may change while it answers: a removed fault has
 * passed.
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

/** Limits a fault to matching requests, such as `PUT /p/users`. */
export function on(call: RegExp, fault: Fault): Fault {
  return (request, next) =>
    call.test(`${request.method} ${new URL(request.url).pathname}`)
      ? fault(request, next)
      : next(request);
}

export function times(count: number, fault: Fault): Fault {
  let left = count;
  return (request, next) => {
    if (left === 0) return next(request);
    left -= 1;
    return fault(request, next);
  };
}

/** Limits a fault to a share of the requests, the same ones for the same seed. */
export function atRandom(share: number, seed: number, fault: Fault): Fault {
  let state = seed >>> 0;
  // Linear congruential generator (Numerical Recipes): it must be repeatable, not random.
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return (request, next) => (random() < share ? fault(request, next) : next(request));
}

const html = { 'content-type': 'text/html; charset=utf-8' };

export const slow =
  (milliseconds: number): Fault =>
  async (request, next) => {
    await wait(milliseconds);
    return next(request);
  };

export const serverError: Fault = async () =>
  new Response('<h1>Internal Server Error</h1>', { status: 500, headers: html });

/** Web page in place of JSON, as from a sign-in or a proxy. */
export const webPage: Fault = async () =>
  new Response('<!doctype html><title>Sign in</title><p>Please sign in.', { headers: html });

export const truncated: Fault = async (request, next) => {
  const response = await next(request);
  const text = await response.text();
  return new Response(text.slice(0, Math.ceil(text.length / 2)), response);
};

/** Connection that ends in the middle of the answer. */
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

/** @param retryAfter seconds, a date, or null for none. */
export const busy =
  (retryAfter: string | null): Fault =>
  async () =>
    new Response('Slow down.', {
      status: 429,
      headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
    });

export const dropped: Fault = async () => {
  throw new Error('dropped');
};

export const silent: Fault = () => new Promise<never>(() => undefined);

export const endless: Fault = async (request, next) => {
  const response = await next(request);
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('['));
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
};

/** Other data than before, because another service answers. */
export const replacedBy =
  (other: Answer): Fault =>
  (request) =>
    other(request);

export const notThere: Fault = async () => Response.json({ message: 'Gone.' }, { status: 404 });

/** 401 for requests without a header. */
export const needsHeader =
  (name: string, value: string): Fault =>
  async (request, next) =>
    request.headers.get(name) === value
      ? next(request)
      : Response.json({ message: 'Who are you?' }, { status: 401 });

/** @param to another origin; null: the same one. The path becomes `/moved/p/…`, where it is answered. */
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

export const redirectLoop: Fault = async (request) => {
  const { pathname, search } = new URL(request.url);
  return new Response(null, { status: 302, headers: { location: pathname + search } });
};
