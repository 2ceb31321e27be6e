import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { operationName } from '#contract/operations/operations.ts';
import { isTrustedProxy } from '../access/address.ts';
import { callOf, type Call } from '#platform/http/caller.ts';

/** A request that was answered, or given up: nothing of its path, query or body, which may hold what is secret. */
export interface AnsweredRequest {
  readonly id: string;
  readonly method: string;
  /** The name of its operation; null: it called none, as who opens a page. */
  readonly operation: string | null;
  /** Status of the answer; null: the connection ended before one. */
  readonly status: number | null;
  /** Whether all of the answer was sent. */
  readonly isComplete: boolean;
  readonly ms: number;
  /** The id of the key or session it was sent with; null: it was sent with none. */
  readonly caller: string | null;
}

export type OnAnswered = (request: AnsweredRequest) => void;

/** The header of an answer that holds the id of its request. */
export const requestIdHeader = 'X-Request-Id';

/** Methods as they are counted: a caller could make up any number of others. */
const methods = new Set(['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH']);

const calls = new WeakMap<IncomingMessage, Call>();
const ids = new AsyncLocalStorage<string>();

/** The id of the request that is handled; undefined outside of one. */
export function requestId(): string | undefined {
  return ids.getStore();
}

export interface FollowOptions {
  readonly onAnswered: OnAnswered;
  /** Networks of proxies, whose ids are taken over. */
  readonly trustedProxies: readonly string[];
}

/** Gives a request an id, which its answer carries, handles it, and reports it when it is over. */
export function followRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { onAnswered, trustedProxies }: FollowOptions,
  handle: () => void,
): void {
  const id = givenId(incoming, trustedProxies) ?? randomUUID();
  const begunAt = performance.now();
  outgoing.setHeader(requestIdHeader, id);
  outgoing.once('close', () => {
    const call = calls.get(incoming);
    const { method = '' } = incoming;
    onAnswered({
      id,
      method: methods.has(method) ? method : 'other',
      operation: operationName(call?.operation ?? null),
      status: outgoing.headersSent ? outgoing.statusCode : null,
      isComplete: outgoing.writableFinished,
      ms: performance.now() - begunAt,
      caller: call?.caller.subject ?? null,
    });
  });
  ids.run(id, handle);
}

/** The id that a proxy gave the request, which stands in its own log too. */
function givenId(
  { headers, socket }: IncomingMessage,
  trustedProxies: readonly string[],
): string | null {
  const id = headers[requestIdHeader.toLowerCase()];
  if (typeof id !== 'string' || !/^[\w.:-]{8,128}$/.test(id)) return null;
  return isTrustedProxy(socket.remoteAddress ?? '', trustedProxies) ? id : null;
}

/** Notes who calls what with a request, for its report. */
export function noteCall(c: Context): void {
  const env: unknown = c.env;
  // Within its own process a request has no message.
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- put there by @hono/node-server
  calls.set(env.incoming as IncomingMessage, callOf(c));
}
