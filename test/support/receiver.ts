import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';

/** Allowed targets in tests: receivers on this machine. */
export const localTargets = { allowHttp: true, allowNetworks: ['127.0.0.0/8'] };

export interface Received {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Answers each message. The default is 204. */
  answer: (message: Received, response: ServerResponse) => void;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const message = {
        at: Date.now(),
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(pieces).toString('utf8'),
      };
      received.push(message);
      receiver.answer(message, response);
    });
  });
  server.keepAliveTimeout = 10_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    answer: (_, response) => response.writeHead(204).end(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** Returns a header that occurs once. */
export function headerOf({ headers }: Received, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/**
 * Throws if the signature is invalid. The library uses this machine's clock, so messages from a test's clock are signed again.
 */
export function verify(message: Received, secret: string): void {
  const given = {
    'webhook-id': headerOf(message, 'webhook-id'),
    'webhook-timestamp': headerOf(message, 'webhook-timestamp'),
    'webhook-signature': headerOf(message, 'webhook-signature'),
  };
  const at = new Date(Number(given['webhook-timestamp']) * 1000);
  const expected = new Webhook(secret).sign(given['webhook-id'], at, message.body);
  if (!given['webhook-signature'].split(' ').includes(expected)) {
    throw new Error(`The signature of ${given['webhook-id']} does not hold.`);
  }
}
