import {
  ServerResponse,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
} from 'node:http';
import type { Socket } from 'node:net';
import { endSocket } from './refuse.ts';

/** What a client sends after its answer is dropped up to so many bytes, and for so long. */
const maxDropped = 64 * 1024 * 1024;
const dropMs = 5000;

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * Answers that close their connection when they are written, not when their request began: while the process stops,
 * and where the body of the request has not arrived (it was too large, or nobody reads it).
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
 * Node destroys a socket once its last answer is out. A client that still sends then has its connection reset, often
 * before it has read the answer: what it sends is read and dropped for a moment first.
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
    // Whoever began to read it reads no further, and must not gather it.
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
