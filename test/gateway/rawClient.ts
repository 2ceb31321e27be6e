import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Limits } from '#gateway/http/limits.ts';

/** Limits that nothing in a test meets, but for those it names. */
export function limits(named: Partial<Limits> = {}): Limits {
  return {
    maxConnections: 1000,
    maxRequests: 1000,
    maxRequestsPerConnection: 100,
    clientTimeoutMs: 60_000,
    headersTimeoutMs: 60_000,
    bodyTimeoutMs: 60_000,
    idleTimeoutMs: 5000,
    ...named,
  };
}

/** One connection on which a test writes what it likes. */
export interface RawClient {
  readonly socket: Socket;
  /** All that was received. */
  readonly received: () => string;
  /** The status of each answer, in order. */
  readonly statuses: () => number[];
  /** Resolves when so many answers have begun. */
  readonly answers: (count: number) => Promise<void>;
  /** Resolves with all that was received, when the connection is closed; rejects where it broke. */
  readonly closed: Promise<string>;
}

export async function rawClient(url: string, first = ''): Promise<RawClient> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  let fault: unknown = null;
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    text += part;
  });
  socket.on('error', (error) => {
    fault = error;
  });
  const closed = once(socket, 'close').then(() => {
    if (fault instanceof Error) throw fault;
    return text;
  });
  closed.catch(() => {});
  await once(socket, 'connect');
  if (first !== '') socket.write(first);
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => Number(code));
  return {
    socket,
    received: () => text,
    statuses,
    answers: async (count) => {
      while (statuses().length < count) {
        if (socket.closed) throw new Error(`The connection was closed after:\n${text}`);
        await Promise.race([once(socket, 'data'), closed]);
      }
    },
    closed,
  };
}

/** A request without a body, on a connection that is kept alive. */
export function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
}
