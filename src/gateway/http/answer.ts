import {
  ServerResponse,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
} from 'node:http';
import type { Socket } from 'node:net';
import { endSocket } from './refuse.ts';

/** Limits for data that a client sends after its answer, in bytes and milliseconds. */
const maxDropped = 64 * 1024 * 1024;
const dropMs = 5000;

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * Answers that decide when they end, not when their request began, whether to close their connection: while the process stops,
 * and if the request body is incomplete (too large, or unread).
 */
export function answerClass(isStopping: () => boolean): typeof ServerResponse {
  return class Answer<
    Request extends IncomingMessage = IncomingMessage,
  > extends ServerResponse<Request> {
    override writeHead(status: number, second?: string | Headers, third?: Headers): this {
      const isEarly = isBodyToCome(this.req);
      if (isStopping() || isEarly) this.setHeader('Connection', 'close');
      if (isEarly && this.socket !== null) dropRest(this.socket, this.req);
      return typeof second === 'string'
        ? super.writeHead(status, second, third)
        : super.writeHead(status, second);
    }
  };
}

function isBodyToCome({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Node destroys a socket after its last answer. That resets the connection of a client that still sends, often before it has read
 * the answer. For a moment, its data is read and dropped first.
 */
function dropRest(socket: Socket, incoming: IncomingMessage): void {
  const destroySoon = socket.destroySoon.bind(socket);
  let isDropping = false;
  socket.destroySoon = () => {
    if (isDropping) return;
    if (incoming.complete) {
      destroySoon();
      return;
    }
    isDropping = true;
    let dropped = 0;
    // The previous reader must not collect more data.
    incoming.removeAllListeners('data');
    incoming.on('data', (chunk: Uint8Array) => {
      dropped += chunk.byteLength;
      if (dropped > maxDropped) socket.destroy();
    });
    incoming.once('end', destroySoon);
    incoming.resume();
    endSocket(socket, dropMs);
  };
}
