import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { operationName } from '#contract/operations/operations.ts';
import { isTrustedProxy } from '../access/address.ts';
import { callOf, type Call } from '#platform/http/caller.ts';

/** Answered or aborted request, without its path, query and body, which may hold secrets. */
export interface AnsweredRequest {
  readonly id: string;
  readonly method: string;
  /** Name of its operation; null: none, for example a page. */
  readonly operation: string | null;
  /** Status of the answer; null: the connection ended first. */
  readonly status: number | null;
  readonly isComplete: boolean;
  readonly ms: number;
  /** Id of the key or session; null: none. */
  readonly caller: string | null;
}

export type OnAnswered = (request: AnsweredRequest) => void;

export const requestIdHeader = 'X-Request-Id';

/** Counted methods: a client could invent any number of others. */
const methods = new Set(['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH']);

const calls = new WeakMap<IncomingMessage, Call>();
const ids = new AsyncLocalStorage<string>();

/** Returns the id of the current request; undefined outside of one. */
export function requestId(): string | undefined {
  return ids.getStore();
}

export interface FollowOptions {
  readonly onAnswered: OnAnswered;
  /** Networks of proxies whose request ids are used. */
  readonly trustedProxies: readonly string[];
}

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

/** Returns the id from a proxy, which the proxy logs too. */
function givenId(
  { headers, socket }: IncomingMessage,
  trustedProxies: readonly string[],
): string | null {
  const id = headers[requestIdHeader.toLowerCase()];
  if (typeof id !== 'string' || !/^[\w.:-]{8,128}$/.test(id)) return null;
  return isTrustedProxy(socket.remoteAddress ?? '', trustedProxies) ? id : null;
}

export function noteCall(c: Context): void {
  const env: unknown = c.env;
  // A request within the process has no incoming message.
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- put there by @hono/node-server
  calls.set(env.incoming as IncomingMessage, callOf(c));
}
