import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Hono } from 'hono';
import { sendErrors, type Log } from '#service/http/errors.ts';
import { problem } from '#service/problem.ts';
import { secure } from '../http/security.ts';
import { codeOf, Refusal } from '../refusal.ts';

type Fetch = (request: Request, env: unknown) => Response | Promise<Response>;

type Before = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;

export interface Listening {
  readonly url: string;
  readonly server: Server;
  /** Answers with this from now on; until then every answer is 503. */
  serve(fetch: Fetch): void;
  /** Lets something else answer first; what it leaves is answered as before. */
  before(handle: Before): void;
  /** Takes no more connections, finishes what is under way for so many milliseconds, then breaks it off. */
  stop(within: number): Promise<void>;
}

const straightOn: Before = (_, __, next) => {
  next();
};

/** Listens at once, so that a port that is taken is told before anything is made. */
export async function listen(host: string, port: number, log: Log): Promise<Listening> {
  let fetch: Fetch = starting(log).fetch;
  let before = straightOn;
  let stopping = false;
  const onRequest = getRequestListener((request, env) => fetch(request, env), {
    errorHandler: (error) => unreadable(error, log),
  });
  const server = createServer((incoming, outgoing) => {
    if (stopping) outgoing.setHeader('Connection', 'close');
    before(incoming, outgoing, () => void onRequest(incoming, outgoing));
  });
  await listening(server, host, port);
  return {
    url: urlOf(server, host),
    server,
    serve: (next) => {
      fetch = next;
    },
    before: (handle) => {
      before = handle;
    },
    stop: (within) => {
      stopping = true;
      return close(server, within);
    },
  };
}

async function listening(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host, port, exclusive: true }, resolve);
  try {
    await promise;
  } catch (error) {
    throw refused(error, host, port);
  } finally {
    server.off('error', reject);
  }
}

function refused(error: unknown, host: string, port: number): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new Refusal(
        `Port ${port} of ${host} is taken by another program. Stop that, or choose another with PORT (or --port); 0 takes a free one.`,
      );
    case 'EACCES':
      return new Refusal(
        `This user may not listen on port ${port}. Choose one above 1023 with PORT (or --port).`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Refusal(
        `This machine has no address ${host}. Choose another with HOST (or --host).`,
      );
    default:
      return error;
  }
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function starting(log: Log): Hono {
  const app = new Hono();
  sendErrors(app, log);
  app.use(secure());
  app.all('*', () => {
    throw problem('unavailable', 'The service is starting. Try again in a second.', {
      headers: { 'Retry-After': '1' },
    });
  });
  return app;
}

/** A request whose target or host is none never reaches the app. */
async function unreadable(error: unknown, log: Log): Promise<Response> {
  const app = new Hono();
  sendErrors(app, log);
  app.use(secure());
  app.all('*', () => {
    if (!(error instanceof RequestError)) throw error;
    throw /host/i.test(error.message)
      ? problem('misdirected-request', 'The Host of the request is none.')
      : problem('route-not-found', 'The target of the request is no address.');
  });
  return app.request('/');
}

async function close(server: Server, within: number): Promise<void> {
  const closed = new Promise((resolve) => {
    server.close(resolve);
  });
  // A connection that is kept alive becomes idle when its answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const limit = setTimeout(() => server.closeAllConnections(), within);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
}
