import { randomUUID } from 'node:crypto';
import { createSecureContext, getCACertificates } from 'node:tls';
import { TextDecoder } from 'node:util';
import { Agent, fetch as fetchByAgent } from 'undici';
import { bytesInWords } from '#contract/bytes.ts';
import { createPauses } from '#directory/slices.ts';
import { maxErrorLength, maxTextLength, type AnswerLimits } from './answerLimits.ts';
import { createJsonCutter, createPieceParser, type JsonPiece } from './jsonPieces.ts';
import type { TakeRows } from '../reading/read.ts';
import type { SourceLimits } from './limiter.ts';

/** Says which process sends a request. */
const processHeader = 'x-portfolio-dashboard';

/** What of fetch is used: undici's, or one that a test hands in. */
export type Fetch = (address: string, init: FetchInit) => Promise<FetchResponse>;

interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

interface FetchResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

export interface Timeouts {
  readonly connectMs: number;
  /** Until an answer begins. */
  readonly beginMs: number;
  /** Until it is complete. */
  readonly completeMs: number;
}

export interface ExchangeOptions {
  /** Sent with each request; secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** Certificates (PEM) that are trusted besides the usual ones. */
  readonly ca?: string | null;
  readonly fetch?: Fetch;
  readonly limits: SourceLimits;
  readonly timeouts: Timeouts;
  /** Its address, where a command that ends was given it: an outage names it, and is not tried again. */
  readonly named?: string;
}

/** One request, as it goes over the wire. */
export interface Sent {
  readonly method: string;
  readonly address: string;
  readonly body?: unknown;
  readonly etag?: string | null;
  readonly answerLimits: AnswerLimits;
  /** Parses a part of the answer: a complete JSON text. */
  readonly parse: (text: string) => unknown;
  readonly takeRows?: TakeRows | undefined;
}

/** One answer, whatever its status. */
export interface Answer extends Pick<FetchResponse, 'status' | 'statusText' | 'headers'> {
  /** The beginning of its body: `maxTextLength` characters, or `maxErrorLength` of an error. */
  readonly text: string;
  /** Characters of its body. */
  readonly length: number;
  /** Of its body, decompressed. */
  readonly bytes: number;
  /** undefined where the body is no JSON. */
  readonly json: unknown;
  readonly address: string;
}

/** An answer that came, and is not to be read. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

/** The answer began and did not end as it should have. */
export class TornError extends AnswerError {}

/** No answer began in time. */
export class LateError extends Error {
  override readonly name = 'LateError';
}

/** Sends single requests: no redirect is followed, nothing is sent again. */
export function createExchange({ headers, ca, fetch, limits, timeouts }: ExchangeOptions) {
  const agent = new Agent({
    connections: limits.concurrent,
    pipelining: 1,
    allowH2: false,
    // Signals end what takes too long.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: timeouts.connectMs,
      ...(ca === undefined || ca === null ? {} : { secureContext: trusting(ca) }),
    },
  });
  const processId = randomUUID();
  const closing = new AbortController();
  const send: Fetch =
    fetch ?? ((address, init) => fetchByAgent(address, { ...init, dispatcher: agent }));

  return {
    /** @param begin is called once the answer begins. */
    async send(sent: Sent, begin: () => void): Promise<Answer> {
      const { method, address, body, etag } = sent;
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new LateError()), timeouts.beginMs);
      const response = await send(address, {
        method,
        headers: {
          accept: 'application/json',
          'user-agent': 'Portfolio-Dashboard',
          ...headers,
          [processHeader]: processId,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(typeof etag === 'string' ? { 'if-none-match': etag } : {}),
        },
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.any([
          closing.signal,
          late.signal,
          AbortSignal.timeout(timeouts.completeMs),
        ]),
      }).finally(() => clearTimeout(timer));
      begin();
      const { status, statusText } = response;
      try {
        const body = await bodyOf(response, sent);
        return { status, statusText, headers: response.headers, address, ...body };
      } catch (error) {
        const isOver = closing.signal.aborted || isTotalTimeout(error);
        if (isOver || error instanceof AnswerError) throw error;
        throw new TornError('Its answer was cut off, or is not what its headers say.', {
          cause: error,
        });
      }
    },
    /** Whether a request was sent from here, and leads back. */
    isOwn: (received: Headers): boolean => received.get(processHeader) === processId,
    async close(): Promise<void> {
      closing.abort();
      await agent.destroy();
    },
  };
}

type Body = Pick<Answer, 'text' | 'length' | 'bytes' | 'json'>;

/** Reads a body, decoded as its content type says, within its limits, and parses it as it arrives. */
async function bodyOf(
  { status, headers, body }: FetchResponse,
  { answerLimits, parse, takeRows }: Pick<Sent, 'answerLimits' | 'parse' | 'takeRows'>,
): Promise<Body> {
  const decoder = decoderOf(headers.get('content-type'));
  const maxLength = status >= 200 && status < 300 ? maxTextLength : maxErrorLength;
  const cutter = createJsonCutter(answerLimits);
  const parser = createPieceParser(parse, takeRows);
  const pause = createPauses();
  let bytes = 0;
  let length = 0;
  let text = '';
  let isJson = true;

  const add = (part: string) => {
    length += part.length;
    if (text.length < maxLength) text += part.slice(0, maxLength - text.length);
    const over = cutter.add(part);
    if (over !== null) throw new AnswerError(`Its answer ${over}.`);
  };
  const parsePieces = async (pieces: readonly JsonPiece[] | null) => {
    isJson &&= pieces !== null;
    for (const piece of pieces ?? []) {
      isJson &&= isParsed(() => parser.add(piece));
      await pause();
    }
  };

  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > answerLimits.bytes) {
      throw new AnswerError(`Its answer is larger than ${bytesInWords(answerLimits.bytes)}.`);
    }
    add(decoder.decode(chunk, { stream: true }));
    await parsePieces(cutter.take());
    // No more is read of an error than is shown of it.
    if (maxLength === maxErrorLength && length >= maxLength) break;
    await pause();
  }
  add(decoder.decode());
  await parsePieces(cutter.end());
  return { text, length, bytes, json: isJson ? parser.value() : undefined };
}

function isParsed(parse: () => void): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Whether the time for a whole answer was over. */
export function isTotalTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

function trusting(ca: string) {
  return createSecureContext({ ca: [...getCACertificates('default'), ca] });
}

function decoderOf(contentType: string | null): TextDecoder {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(contentType ?? '') ?? [];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
