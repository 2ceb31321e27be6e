import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client } from 'undici';
import { readAddress } from '../guard/ranges.ts';
import { FaultError, TimeoutError } from './faults.ts';
import { connectTimeoutMs } from './timeouts.ts';

/** End times of the connection phases, by `performance.now()`. */
interface Phases {
  connectedAt: number | null;
  securedAt: number | null;
}

export interface ReceiverConnection {
  readonly client: Client;
  readonly address: string;
  /** Null for a reused connection. */
  readonly phases: Phases | null;
}

export interface ConnectionPool {
  /** A free connection, or a new one; the first request connects it. */
  take(origin: URL, address: string, host: string): ReceiverConnection;
  giveBack(origin: URL, connection: ReceiverConnection): void;
  drop(connection: ReceiverConnection): void;
  close(): Promise<void>;
}

const idleTimeoutMs = 4000;
const maxHeaderBytes = 16_384;
const maxConnections = 256;

/** Pools connections to receivers briefly, each under the address that was checked for it. */
export function createConnectionPool(): ConnectionPool {
  const free = new Map<string, ReceiverConnection[]>();
  const open = new Set<Client>();
  const drop = ({ client }: ReceiverConnection) => {
    open.delete(client);
    client.destroy().catch(() => {});
  };
  return {
    drop,
    take(origin, address, host) {
      const pooled = free.get(keyOf(origin, address))?.pop();
      if (pooled !== undefined && !pooled.client.closed && !pooled.client.destroyed) {
        return { ...pooled, phases: null };
      }
      const phases: Phases = { connectedAt: null, securedAt: null };
      const client = new Client(origin.origin, {
        connect: (_, callback) => connectTo(origin, { address, host }, phases, callback),
        pipelining: 1,
        keepAliveTimeout: idleTimeoutMs,
        keepAliveMaxTimeout: idleTimeoutMs,
        maxHeaderSize: maxHeaderBytes,
        // The attempt has its own timeouts.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const connection = { client, address, phases };
      open.add(client);
      client.on('disconnect', () => {
        const pooled = free.get(keyOf(origin, address));
        if (pooled?.some((one) => one.client === client) !== true) return;
        free.set(
          keyOf(origin, address),
          pooled.filter((one) => one.client !== client),
        );
        drop(connection);
      });
      return connection;
    },
    giveBack(origin, connection) {
      const key = keyOf(origin, connection.address);
      const pooled = free.get(key) ?? [];
      if (open.size > maxConnections) {
        drop(connection);
        return;
      }
      free.set(key, [...pooled, connection]);
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

/** Connects to a checked address without resolving the name again, and verifies the peer's address. */
export function connectTo(
  origin: URL,
  { address, host }: { readonly address: string; readonly host: string },
  phases: Phases,
  callback: (...args: [null, Socket] | [Error, null]) => void,
): void {
  const isSecure = origin.protocol === 'https:';
  const port = Number(origin.port === '' ? (isSecure ? 443 : 80) : origin.port);
  const socket = isSecure
    ? connectTls({
        host: address,
        port,
        // An address is not a server name (RFC 6066).
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ALPNProtocols: ['http/1.1'],
      })
    : connectPlain({ host: address, port });
  socket.setNoDelay(true);
  const timer = setTimeout(
    () => socket.destroy(new TimeoutError('connection', connectTimeoutMs)),
    connectTimeoutMs,
  );
  const fail = (error: Error) => {
    clearTimeout(timer);
    callback(error, null);
  };
  socket.once('error', fail);
  socket.once('connect', () => {
    phases.connectedAt = performance.now();
  });
  socket.once(isSecure ? 'secureConnect' : 'connect', () => {
    clearTimeout(timer);
    socket.off('error', fail);
    if (isSecure) phases.securedAt = performance.now();
    if (plainText(socket.remoteAddress) !== plainText(address)) {
      socket.destroy();
      callback(
        new FaultError(
          `Connected to ${socket.remoteAddress ?? 'an unknown address'}, not to ${address}.`,
        ),
        null,
      );
      return;
    }
    callback(null, socket);
  });
}

/** Normalizes an address: IPv4 inside IPv6 is the same machine. */
function plainText(address = ''): string {
  return readAddress(address)?.toString() ?? address;
}
