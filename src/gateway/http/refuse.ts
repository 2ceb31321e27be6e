import { maxHeaderSize, STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { bytesInWords } from '#contract/bytes.ts';
import { problemMediaType } from '#contract/problem.ts';
import { problem, type Problem } from '#platform/http/problem.ts';
import { codeOf } from '../config/refusal.ts';
import { securityHeaders } from './security.ts';

// These problems never reach the app: the request is rejected before any lookup, or is not valid.

function rendered(error: Problem, path: string): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(error.toDetails(path));
  const headers = {
    ...securityHeaders,
    'Content-Type': problemMediaType,
    'Cache-Control': 'no-store',
    ...error.extras.headers,
    'Content-Length': String(Buffer.byteLength(body)),
  };
  return { headers, body };
}

export function refuse(outgoing: ServerResponse, error: Problem): void {
  const [path = '/'] = (outgoing.req.url ?? '').split('?');
  const { headers, body } = rendered(error, path);
  outgoing.writeHead(error.status, headers).end(body);
}

export function refuseSocket(socket: Duplex, error: Problem): void {
  const { headers, body } = rendered(error, '/');
  const lines = Object.entries({
    ...headers,
    Date: new Date().toUTCString(),
    Connection: 'close',
  }).map((line) => line.join(': '));
  const head = [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines].join('\r\n');
  socket.write(`${head}\r\n\r\n${body}`);
  endSocket(socket);
}

/**
 * Ends a connection, and closes it once the client has ended it too, or at the deadline. Closing it immediately could lose the
 * answer.
 */
export function endSocket(socket: Duplex, lingerMs = 1000): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

export const requestTimeout = problem(
  'request-timeout',
  'The request did not arrive in time. Send it again.',
);

export function parserProblem(error: Error): Problem {
  switch (codeOf(error)) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestTimeout;
    case 'HPE_HEADER_OVERFLOW':
      return problem(
        'headers-too-large',
        `The target and headers exceed ${bytesInWords(maxHeaderSize)}. Shorten them.`,
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return problem('too-large', 'The chunk extensions are too long. Send none.');
    default:
      return problem('malformed-request', 'The request could not be read as HTTP/1.1.');
  }
}
