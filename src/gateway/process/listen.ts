import { setTimeout as wait } from 'node:timers/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Hono } from 'hono';
import { sendErrors, type Log } from '#platform/http/errors.ts';
import { problem, unavailable } from '#platform/http/problem.ts';
import { answerClass } from '../http/answer.ts';
import { getLiveness } from '#contract/operations/about.ts';
import { limitServer, timeoutsOf, type Admission, type Limits } from '../http/limits.ts';
import { refuse } from '../http/refuse.ts';
import { secure } from '../http/security.ts';
import { followRequest, type FollowOptions } from '../operate/requests.ts';
import { codeOf, Refusal } from '../config/refusal.ts';

type Fetch = (request: Request, env: unknown) => Response | Promise<Response>;

type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

type Before = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;

export interface Listening {
  readonly url: string;
  readonly server: Server;
  isStopping(): boolean;
  /** Serves with this function from now on. Before, every answer is 503. */
  serve(fetch: Fetch): void;
  /** Answers 503 with this sentence from now on. */
  pause(reason: string): void;
  /** Adds a handler that answers first. The previous one answers the rest. */
  before(handle: Before): void;
  /**
   * Accepts no more connections, gives running requests this many milliseconds, then aborts them. An idle connection gets a
   * moment for a request that may be on its way, and is then closed. With trusted proxies, accepts connections for that moment too.
   */
  stop(timeoutMs: number, endStreams?: () => Promise<void>): Promise<void>;
}

const noStreams = async () => {};

const passOn: Before = (_, __, next) => {
  next();
};

/** Maximum wait of a connection for one more request while the process stops. */
const graceMs = 1000;
/** By then, the health checks of `.github/fleet/haproxy.cfg` have found that the process stops. */
const proxyGraceMs = 2500;
const sweepIntervalMs = 5;

/** Listens first, so that a port in use is reported before anything is created. */
export async function listen(
  host: string,
  port: number,
  log: Log,
  limits: Limits,
  following: FollowOptions = { onAnswered: () => {}, trustedProxies: [] },
): Promise<Listening> {
  let fetch: Fetch = unavailableFor('The service is starting. Try again in a second.', log);
  let before = passOn;
  let stopping = false;
  const onRequest = getRequestListener((request, env) => fetch(request, env), {
    errorHandler: (error) => unreadable(error, log),
  });
  const server = createServer({
    ...timeoutsOf(limits),
    ServerResponse: answerClass(() => stopping),
    // Node would reject it without an explanation.
    requireHostHeader: false,
  });
  const admission = limitServer(server, limits);
  const handle: Handle = (incoming, outgoing) => {
    if (incoming.headers.host === undefined && incoming.httpVersion === '1.1') {
      outgoing.setHeader('Connection', 'close');
      refuse(outgoing, problem('malformed-request', 'The request has no Host header.'));
      return;
    }
    before(incoming, outgoing, () => void onRequest(incoming, outgoing));
  };
  const admitted = (handle: Handle) => (incoming: IncomingMessage, outgoing: ServerResponse) =>
    followRequest(incoming, outgoing, following, () =>
      admission.admit(incoming, outgoing, () => handle(incoming, outgoing)),
    );
  server.on('request', admitted(handle));
  server.on(
    'checkContinue',
    admitted((incoming, outgoing) => {
      outgoing.writeContinue();
      handle(incoming, outgoing);
    }),
  );
  server.on(
    'checkExpectation',
    admitted((_, outgoing) =>
      refuse(
        outgoing,
        problem('expectation-failed', 'The only supported expectation is 100-continue.'),
      ),
    ),
  );
  await listening(server, host, port);
  return {
    url: urlOf(server, host),
    server,
    isStopping: () => stopping,
    serve: (next) => {
      fetch = next;
    },
    pause: (reason) => {
      fetch = unavailableFor(reason, log);
    },
    before: (handle) => {
      before = handle;
    },
    stop: (timeoutMs, endStreams = noStreams) => {
      stopping = true;
      const isProxied = following.trustedProxies.length > 0;
      return close(server, admission, { timeoutMs, endStreams, isProxied });
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
        `Port ${port} of ${host} is in use by another program. Stop it, or choose another port with PORT (or --port). 0: any free port.`,
      );
    case 'EACCES':
      return new Refusal(
        `This user has no permission to listen on port ${port}. Choose a port above 1023 with PORT (or --port).`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Refusal(
        `This machine does not have the address ${host}. Choose another one with HOST (or --host).`,
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

function unavailableFor(reason: string, log: Log): Fetch {
  const app = new Hono();
  sendErrors(app, log);
  app.use(secure(false));
  app.get(getLiveness.path, (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }));
  app.all('*', () => {
    throw unavailable(reason, 1);
  });
  return app.fetch;
}

/** Answers a request with an invalid target or host, which never reaches the app. */
async function unreadable(error: unknown, log: Log): Promise<Response> {
  const app = new Hono();
  sendErrors(app, log);
  app.use(secure(false));
  app.all('*', () => {
    if (!(error instanceof RequestError)) throw error;
    throw /host/i.test(error.message)
      ? problem('misdirected-request', 'The Host header of the request is not a valid host.')
      : problem('route-not-found', 'The target of the request is not a valid address.');
  });
  return app.request('/');
}

interface CloseOptions {
  readonly timeoutMs: number;
  readonly endStreams: () => Promise<void>;
  readonly isProxied: boolean;
}

async function close(
  server: Server,
  admission: Admission,
  { timeoutMs, endStreams, isProxied }: CloseOptions,
): Promise<void> {
  // Node would abort idle connections, even with a request on its way.
  server.closeIdleConnections = () => {};
  const limit = setTimeout(() => admission.destroyAll(), timeoutMs);
  // Closing resets connections that are not accepted yet. A proxy sends new ones until it knows that the process stops.
  if (isProxied) await wait(Math.min(proxyGraceMs, timeoutMs));
  const closed = new Promise((resolve) => {
    server.close(resolve);
  });
  let sweep: NodeJS.Timeout | undefined;
  const grace = setTimeout(
    () => {
      void endStreams();
      sweep = setInterval(() => admission.endIdle(), sweepIntervalMs);
    },
    isProxied ? 0 : graceMs,
  );
  await closed;
  clearTimeout(grace);
  clearInterval(sweep);
  clearTimeout(limit);
  await endStreams();
}
