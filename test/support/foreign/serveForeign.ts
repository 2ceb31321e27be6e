import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Answer } from './dialectService.ts';

export interface Arrived {
  /** Method and path, such as `GET /p/users?a=b`. */
  readonly call: string;
  /** Milliseconds of a monotonic clock. */
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
}

export interface Served {
  readonly url: string;
  readonly arrived: Arrived[];
  /** Maximum of concurrent requests since the last `forget`. */
  maxAtOnce(): number;
  /** Maximum of requests in any one second since the last `forget`. */
  maxPerSecond(): number;
  forget(): void;
  /** Stops listening: refuses new connections and ends open ones. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Serves on this machine and counts requests. An answer that throws ends its connection. */
export async function serveForeign(answer: Answer): Promise<Served> {
  const arrived: Arrived[] = [];
  let underWay = 0;
  let maxAtOnce = 0;
  let port = 0;
  let server: Server | null = null;

  async function start(): Promise<void> {
    server = createServer((incoming, outgoing) => {
      const { method = 'GET', url = '/', headers } = incoming;
      arrived.push({ call: `${method} ${url}`, at: performance.now(), headers });
      underWay += 1;
      maxAtOnce = Math.max(maxAtOnce, underWay);
      outgoing.once('close', () => {
        underWay -= 1;
      });
      requestOf(incoming, `http://127.0.0.1:${port}`)
        .then(answer)
        .then((response) => write(response, outgoing))
        .catch(() => outgoing.destroy());
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('No port');
    ({ port } = address);
  }

  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    arrived,
    maxAtOnce: () => maxAtOnce,
    maxPerSecond: () =>
      Math.max(0, ...arrived.map(({ at }, index) => countWithin(arrived, index, at + 1000))),
    forget() {
      arrived.length = 0;
      maxAtOnce = underWay;
    },
    start,
    async stop() {
      if (server === null) return;
      const closing = server;
      server = null;
      closing.close();
      closing.closeAllConnections();
      await once(closing, 'close');
    },
  };
}

async function requestOf(incoming: IncomingMessage, origin: string): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming;
  const body = await text(incoming);
  return new Request(origin + url, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    // fetch accepts no body with a GET or a HEAD.
    ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
  });
}

/** Writes an answer. A body that breaks off ends the connection. */
async function write({ status, headers, body }: Response, to: ServerResponse): Promise<void> {
  to.writeHead(status, Object.fromEntries(headers));
  if (body === null) to.end();
  else await pipeline(body, to);
}

/** Counts the requests from an index until an instant. They are in order. */
function countWithin(arrived: readonly Arrived[], from: number, end: number): number {
  let to = from;
  while ((arrived[to]?.at ?? Infinity) < end) to += 1;
  return to - from;
}
