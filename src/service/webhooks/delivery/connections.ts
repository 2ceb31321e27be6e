import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client } from 'undici';

/** When the parts of making a connection were over, by `performance.now()`. */
export interface Made {
  connectedAt: number | null;
  securedAt: number | null;
}

/** One connection to one address, used by one attempt at a time. */
export interface Connection {
  readonly client: Client;
  readonly address: string;
  /** Of a connection that is used again: null, nothing was made. */
  readonly made: Made | null;
}

export interface Connections {
  /** A connection that is free, or a new one; it is connected by its first request. */
  take(origin: URL, address: string, host: string): Connection;
  /** Gives one back that is whole; another attempt may use it within seconds. */
  giveBack(origin: URL, connection: Connection): void;
  drop(connection: Connection): void;
  close(): Promise<void>;
}

/** Nothing came in time. */
export class LateError extends Error {
  override readonly name = 'LateError';
}

export const connectWithin = 5000;
const idleFor = 4000;
const largestHead = 16_384;
/** Connections kept for nobody in particular. */
const mostKept = 256;

/** Keeps connections to receivers for a moment, each under the address that was vetted for it. */
export function createConnections(): Connections {
  const free = new Map<string, Connection[]>();
  const open = new Set<Client>();
  const drop = ({ client }: Connection) => {
    open.delete(client);
    client.destroy().catch(() => {});
  };
  return {
    drop,
    take(origin, address, host) {
      const kept = free.get(keyOf(origin, address))?.pop();
      if (kept !== undefined && !kept.client.closed && !kept.client.destroyed) {
        return { ...kept, made: null };
      }
      const made: Made = { connectedAt: null, securedAt: null };
      const client = new Client(origin.origin, {
        connect: (_, callback) => connectTo(origin, { address, host }, made, callback),
        pipelining: 1,
        keepAliveTimeout: idleFor,
        keepAliveMaxTimeout: idleFor,
        maxHeaderSize: largestHead,
        // The attempt has a clock of its own.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const connection = { client, address, made };
      open.add(client);
      // Whoever hangs up is forgotten.
      client.on('disconnect', () => {
        const kept = free.get(keyOf(origin, address));
        if (kept?.some((one) => one.client === client) !== true) return;
        free.set(
          keyOf(origin, address),
          kept.filter((one) => one.client !== client),
        );
        drop(connection);
      });
      return connection;
    },
    giveBack(origin, connection) {
      const key = keyOf(origin, connection.address);
      const kept = free.get(key) ?? [];
      if (open.size > mostKept) {
        drop(connection);
        return;
      }
      free.set(key, [...kept, connection]);
    },
    async close() {
      const clients = [...open];
      open.clear();
      free.clear();
      await Promise.all(clients.map((client) => client.destroy().catch(() => {})));
    },
  };
}

function keyOf(origin: URL, address: string): string {
  return `${origin.origin}|${address}`;
}

/** Connects to an address that was vetted, whatever the name means by now, and looks whom it reached. */
function connectTo(
  origin: URL,
  { address, host }: { readonly address: string; readonly host: string },
  made: Made,
  callback: (...args: [null, Socket] | [Error, null]) => void,
): void {
  const isSecure = origin.protocol === 'https:';
  const port = Number(origin.port === '' ? (isSecure ? 443 : 80) : origin.port);
  const socket = isSecure
    ? connectTls({
        host: address,
        port,
        // An address is no name to ask for (RFC 6066).
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ALPNProtocols: ['http/1.1'],
      })
    : connectPlain({ host: address, port });
  socket.setNoDelay(true);
  const timer = setTimeout(
    () => socket.destroy(new LateError(`No connection within ${connectWithin / 1000} s.`)),
    connectWithin,
  );
  const fail = (error: Error) => {
    clearTimeout(timer);
    callback(error, null);
  };
  socket.once('error', fail);
  socket.once('connect', () => {
    made.connectedAt = performance.now();
  });
  socket.once(isSecure ? 'secureConnect' : 'connect', () => {
    clearTimeout(timer);
    socket.off('error', fail);
    if (isSecure) made.securedAt = performance.now();
    if (plain(socket.remoteAddress) !== plain(address)) {
      socket.destroy();
      callback(
        new Error(`Connected to ${socket.remoteAddress ?? 'nobody'}, not to ${address}.`),
        null,
      );
      return;
    }
    callback(null, socket);
  });
}

/** IPv4 inside IPv6 is the same machine. */
function plain(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:/i, '');
}
