import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { getHealth, getLiveness, getMetrics, getReadiness } from '#contract/operations/about.ts';
import { getLive } from '#contract/operations/live.ts';
import { unavailable, type Problem } from '#platform/http/problem.ts';
import { endSocket, parserProblem, refuse, refuseSocket, requestTimeout } from './refuse.ts';

/** The limits of one process. More is refused at the edge, so that those inside are served. */
export interface Limits {
  /** One more takes the place of the one that has been idle for longest, if there is any. */
  readonly maxConnections: number;
  /** Requests that are handled, over all connections. */
  readonly maxRequests: number;
  /** Requests of one connection that have no complete answer yet (pipelining). */
  readonly maxRequestsPerConnection: number;
  /** A client that reads nothing of its answer for this long is disconnected. */
  readonly clientTimeoutMs: number;
  /** The headers of a request must be there after this long, from the connection's begin or their first byte. */
  readonly headersTimeoutMs: number;
  /** A body may be this much later than one that comes at `minBytesPerSecond`. */
  readonly bodyTimeoutMs: number;
  /** A connection without a request is kept for so long after an answer. */
  readonly idleTimeoutMs: number;
}

/** The slowest way of sending a body that is no attack; Apache's mod_reqtimeout has the same rate. */
const minBytesPerSecond = 500;

/** What Node itself holds a server to. It must be given when the server is made. */
export function timeoutsOf({ headersTimeoutMs, idleTimeoutMs }: Limits): ServerOptions {
  return {
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: Math.min(headersTimeoutMs / 4, maxSweepMs),
    keepAliveTimeout: idleTimeoutMs,
    // That is a time for the whole of a body, which a large file over a slow line exceeds.
    requestTimeout: 0,
  };
}

const maxSweepMs = 5000;

export interface Admission {
  /** Handles a request when its turn on its connection comes, or refuses it. */
  admit(incoming: IncomingMessage, outgoing: ServerResponse, handle: () => void): void;
  /** Ends the connections on which no answer is due. */
  endIdle(): void;
  /** Breaks off every connection. */
  destroyAll(): void;
}

interface Connection {
  /** Requests without a complete answer: the first one is handled, the others wait for their turn. */
  unanswered: number;
  latest: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse } | null;
  /** Requests behind the one that was over the limit; null: none was. */
  ignored: number | null;
  /** What is wrong with the bytes behind its last complete request. */
  fault: Problem | null;
  progress: string;
  /** How often in a row the sweep found bytes waiting and none taken. */
  stalled: number;
  /** Bytes received before the body of its latest request, and milliseconds for which that was waited for. */
  readBefore: number;
  awaitedMs: number;
}

/** Node reads some thousand requests at a time, and each costs 2 kB until its connection closes. */
const maxIgnored = 100;

/** What operators need most when nothing else is answered; live streams have a limit of their own. */
const uncounted: ReadonlySet<string> = new Set(
  [getHealth, getLiveness, getReadiness, getMetrics, getLive].map(({ path }) => path),
);

/** Whether requests to a path are left out of the limits of requests. */
export function isUncounted(path: string): boolean {
  return uncounted.has(path);
}

/** Holds a server to its limits, and answers what its parser cannot read. */
export function limitServer(server: Server, limits: Limits): Admission {
  const connections = new Map<Socket, Connection>();
  let handled = 0;

  function handleOrRefuse(
    { fault }: Connection,
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
      refuse(outgoing, tooMany(`${limits.maxRequests} requests are running, the limit.`));
      return;
    }
    handled += 1;
    outgoing.once('close', () => {
      handled -= 1;
    });
    handle();
  }

  /** Ends the connection on which no answer is due for longest. @returns whether there is one. */
  function endIdlest(): boolean {
    for (const [socket, { unanswered }] of connections) {
      if (unanswered > 0) continue;
      connections.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  function refuseRest(socket: Socket, connection: Connection, fault: Problem): void {
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
    // It went away, or was answered and still sends: nobody reads that.
    if (connection === undefined || !socket.writable || connection.fault !== null) return;
    refuseRest(socket, connection, parserProblem(error));
  });

  // A connection was idle for as long as one is kept alive. Where this process was busy, a request may have come unread.
  server.on('timeout', (socket) => {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) endSocket(socket);
    });
  });

  // Counted in rounds of the event loop: when this process itself was busy, no client is at fault.
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
      // It was ended meanwhile: what cannot be answered is not begun.
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
        // From now on it is idle: all others that are have been for longer.
        if (unanswered === 0 && connections.delete(socket)) connections.set(socket, connection);
        if (unanswered === 0 && fault !== null && socket.writable) refuseSocket(socket, fault);
      });
      if (connection.unanswered > limits.maxRequestsPerConnection) {
        connection.ignored = 0;
        outgoing.setHeader('Connection', 'close');
        refuse(
          outgoing,
          tooMany(
            `This connection sent more than ${limits.maxRequestsPerConnection} requests before their answers.`,
          ),
        );
        return;
      }
      const begin = () => handleOrRefuse(connection, incoming, outgoing, handle);
      // An answer has its socket when those before it are out.
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

/** Whether it is the client that keeps a body from being complete, and not we, who read it when there is room. */
function isBodyAwaited({ latest }: Connection): boolean {
  if (latest === null || latest.incoming.complete) return false;
  const { readableLength, readableHighWaterMark } = latest.incoming;
  return readableLength < readableHighWaterMark;
}

function tooMany(what: string): Problem {
  return unavailable(`${what} Try again in a second.`, 1);
}

/** What the system has taken of the bytes written: changes as long as the client takes any. */
function progressOf(socket: Socket): string {
  // Of one large write only the handle knows how far it is; Node's own socket time-out looks there too.
  const handle: unknown = Reflect.get(socket, '_handle');
  const queued =
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0;
  return `${socket.bytesWritten - socket.writableLength} ${String(queued)}`;
}
