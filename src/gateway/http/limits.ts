import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { getHealth, getLiveness, getMetrics, getReadiness } from '#contract/operations/about.ts';
import { getLive } from '#contract/operations/live.ts';
import { unavailable, type Problem } from '#platform/http/problem.ts';
import { endSocket, parserProblem, refuse, refuseSocket, requestTimeout } from './refuse.ts';

/** Limits of one process. Excess requests are rejected early, so that accepted ones are served. */
export interface Limits {
  /** At the limit, a new connection replaces the one that has been idle for longest, if any. */
  readonly maxConnections: number;
  readonly maxRequests: number;
  /** Requests of one connection without a complete answer (pipelining). */
  readonly maxRequestsPerConnection: number;
  /** A client that reads nothing of its answer for this long is disconnected. */
  readonly clientTimeoutMs: number;
  /** Deadline for the headers of a request, from the start of the connection or their first byte. */
  readonly headersTimeoutMs: number;
  /** Accepted delay of a body beyond `minBytesPerSecond`. */
  readonly bodyTimeoutMs: number;
  readonly idleTimeoutMs: number;
}

/** Slower bodies count as an attack. Apache's mod_reqtimeout has the same rate. */
const minBytesPerSecond = 500;

/** Timeouts that Node enforces. They must be set when the server is created. */
export function timeoutsOf({ headersTimeoutMs, idleTimeoutMs }: Limits): ServerOptions {
  return {
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: Math.min(headersTimeoutMs / 4, maxSweepMs),
    keepAliveTimeout: idleTimeoutMs,
    // Node would limit the complete body, which takes longer for a large file over a slow line.
    requestTimeout: 0,
  };
}

const maxSweepMs = 5000;

export interface Admission {
  /** Handles a request when it is next on its connection, or rejects it. */
  admit(incoming: IncomingMessage, outgoing: ServerResponse, handle: () => void): void;
  endIdle(): void;
  destroyAll(): void;
}

interface ClientConnection {
  /** Requests without a complete answer: the first one is handled, the others wait. */
  unanswered: number;
  latest: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse } | null;
  /** Requests after the one over the limit; null: none was. */
  ignored: number | null;
  /** Fault in the bytes after its last complete request. */
  fault: Problem | null;
  progress: string;
  /** Consecutive sweeps that found waiting bytes and no progress. */
  stalled: number;
  /** Bytes received before the body of the latest request, and milliseconds spent waiting for that body. */
  readBefore: number;
  awaitedMs: number;
}

/** Node parses some thousand requests at a time, and each costs 2 kB until its connection closes. */
const maxIgnored = 100;

/** Operators need these most when nothing else answers. Live streams have their own limit. */
const uncounted: ReadonlySet<string> = new Set(
  [getHealth, getLiveness, getReadiness, getMetrics, getLive].map(({ path }) => path),
);

export function isUncounted(path: string): boolean {
  return uncounted.has(path);
}

export function limitServer(server: Server, limits: Limits): Admission {
  const connections = new Map<Socket, ClientConnection>();
  let handled = 0;

  function handleOrRefuse(
    { fault }: ClientConnection,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    handle: () => void,
  ): void {
    if (fault !== null && !incoming.complete) {
      refuseSocket(incoming.socket, fault);
      return;
    }
    const [path = ''] = (incoming.url ?? '').split('?');
    if (isUncounted(path)) {
      handle();
      return;
    }
    if (handled >= limits.maxRequests) {
      refuse(
        outgoing,
        tooMany(`The limit of ${limits.maxRequests} concurrent requests is reached.`),
      );
      return;
    }
    handled += 1;
    outgoing.once('close', () => {
      handled -= 1;
    });
    handle();
  }

  /** Ends the connection that has been idle for longest. @returns whether there is one. */
  function endIdlest(): boolean {
    for (const [socket, { unanswered }] of connections) {
      if (unanswered > 0) continue;
      connections.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  function refuseRest(socket: Socket, connection: ClientConnection, fault: Problem): void {
    connection.fault = fault;
    const { unanswered, latest } = connection;
    const isOfCurrent = unanswered === 1 && latest?.incoming.complete === false;
    if (isOfCurrent && latest.outgoing.headersSent) socket.destroy();
    else if (isOfCurrent || unanswered === 0) refuseSocket(socket, fault);
  }

  server.on('connection', (socket: Socket) => {
    if (connections.size >= limits.maxConnections && !endIdlest()) {
      socket.destroy();
      return;
    }
    connections.set(socket, {
      unanswered: 0,
      latest: null,
      ignored: null,
      fault: null,
      progress: '',
      stalled: 0,
      readBefore: 0,
      awaitedMs: 0,
    });
    socket.once('close', () => connections.delete(socket));
  });

  server.on('clientError', (error: Error, socket) => {
    if (!(socket instanceof Socket)) return;
    const connection = connections.get(socket);
    // The client disconnected, or was answered and still sends data, which is not read.
    if (connection === undefined || !socket.writable || connection.fault !== null) return;
    refuseRest(socket, connection, parserProblem(error));
  });

  // The connection was idle for the complete keep-alive time. If this process was busy, a request may have arrived unread.
  server.on('timeout', (socket) => {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) endSocket(socket);
    });
  });

  // Counted in sweeps of the event loop, not in time: a busy process is not the client's fault.
  const sweepMs = Math.min(limits.clientTimeoutMs / 4, limits.bodyTimeoutMs / 4, maxSweepMs);
  const maxStalled = Math.ceil(limits.clientTimeoutMs / sweepMs);
  const sweep = setInterval(() => {
    for (const [socket, connection] of connections) {
      const progress = progressOf(socket);
      const isStalled = socket.writableLength > 0 && progress === connection.progress;
      connection.progress = progress;
      connection.stalled = isStalled ? connection.stalled + 1 : 0;
      if (connection.stalled >= maxStalled) socket.destroy();
      if (isBodyAwaited(connection)) connection.awaitedMs += sweepMs;
      const bodyMs = ((socket.bytesRead - connection.readBefore) / minBytesPerSecond) * 1000;
      const isLate = connection.awaitedMs >= limits.bodyTimeoutMs + bodyMs;
      if (isLate && connection.fault === null) refuseRest(socket, connection, requestTimeout);
    }
  }, sweepMs).unref();
  server.once('close', () => clearInterval(sweep));

  return {
    admit(incoming, outgoing, handle) {
      const { socket } = incoming;
      const connection = connections.get(socket);
      // The connection ended meanwhile, so the request is not started.
      if (connection === undefined || !socket.writable) return;
      if (connection.ignored !== null) {
        connection.ignored += 1;
        if (connection.ignored > maxIgnored) socket.destroy();
        return;
      }
      connection.latest = { incoming, outgoing };
      connection.readBefore = socket.bytesRead;
      connection.awaitedMs = 0;
      connection.unanswered += 1;
      outgoing.once('close', () => {
        connection.unanswered -= 1;
        const { unanswered, fault } = connection;
        // Moves the connection to the end: all other idle ones have been idle for longer.
        if (unanswered === 0 && connections.delete(socket)) connections.set(socket, connection);
        if (unanswered === 0 && fault !== null && socket.writable) refuseSocket(socket, fault);
      });
      if (connection.unanswered > limits.maxRequestsPerConnection) {
        connection.ignored = 0;
        outgoing.setHeader('Connection', 'close');
        refuse(
          outgoing,
          tooMany(
            `This connection has more than ${limits.maxRequestsPerConnection} unanswered requests.`,
          ),
        );
        return;
      }
      const begin = () => handleOrRefuse(connection, incoming, outgoing, handle);
      // An answer gets its socket when the previous answers are complete.
      if (outgoing.socket !== null) begin();
      else outgoing.once('socket', () => queueMicrotask(begin));
    },
    endIdle() {
      for (const [socket, { unanswered }] of connections) {
        if (unanswered === 0 && socket.writable) endSocket(socket);
      }
    },
    destroyAll() {
      for (const socket of connections.keys()) socket.destroy();
    },
  };
}

/** Returns whether the client delays the body, and not this process, which reads it when it has room. */
function isBodyAwaited({ latest }: ClientConnection): boolean {
  if (latest === null || latest.incoming.complete) return false;
  const { readableLength, readableHighWaterMark } = latest.incoming;
  return readableLength < readableHighWaterMark;
}

function tooMany(fault: string): Problem {
  return unavailable(`${fault} Try again in a second.`, 1);
}

/** Returns the bytes that the system has taken. They change as long as the client reads. */
function progressOf(socket: Socket): string {
  // For one large write, only the handle knows the progress. Node's own socket timeout uses it too.
  const handle: unknown = Reflect.get(socket, '_handle');
  const queued =
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0;
  return `${socket.bytesWritten - socket.writableLength} ${String(queued)}`;
}
