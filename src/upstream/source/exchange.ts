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

/** Identifies the process that sent a request. */
const processHeader = 'x-portfolio-dashboard';

/** The part of fetch that we use: undici's, or a test's own. */
export type ServiceFetch = (address: string, init: FetchInit) => Promise<FetchResponse>;

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
  /** Until an answer is complete. */
  readonly completeMs: number;
}

export interface ExchangeOptions {
  /** Secret headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** PEM certificates that are trusted in addition to the default ones. */
  readonly ca?: string | null;
  readonly fetch?: ServiceFetch;
  readonly limits: SourceLimits;
  readonly timeouts: Timeouts;
  /**
   * The service's address, if a one-time command received it as an argument. An outage message then contains it and promises no
   * retry.
   */
  readonly named?: string;
}

export interface Sent {
  readonly method: string;
  readonly address: string;
  readonly body?: unknown;
  readonly etag?: string | null;
  readonly answerLimits: AnswerLimits;
  /** Parses a chunk of the answer, which is a complete JSON text. */
  readonly parse: (text: string) => unknown;
  readonly takeRows?: TakeRows | undefined;
}

export interface ServiceAnswer extends Pick<FetchResponse, 'status' | 'statusText' | 'headers'> {
  /** Start of the body: `maxTextLength` characters, or `maxErrorLength` for an error. */
  readonly text: string;
  /** Characters of the body. */
  readonly length: number;
  /** Of the decompressed body. */
  readonly bytes: number;
  /** undefined if the body is not JSON. */
  readonly json: unknown;
  readonly address: string;
}

/** An answer that arrived but cannot be used. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

/** An answer that began and was cut off. */
export class TornError extends AnswerError {}

/** No answer began within the timeout. */
export class LateError extends Error {
  override readonly name = 'LateError';
}

/** Sends single requests, without redirects or retries. */
export function createExchange({ headers, ca, fetch, limits, timeouts }: ExchangeOptions) {
  const agent = new Agent({
    connections: limits.concurrent,
    pipelining: 1,
    allowH2: false,
    // Abort signals enforce the timeouts.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: timeouts.connectMs,
      ...(ca === undefined || ca === null ? {} : { secureContext: trusting(ca) }),
    },
  });
  const processId = randomUUID();
  const closing = new AbortController();
  const send: ServiceFetch =
    fetch ?? ((address, init) => fetchByAgent(address, { ...init, dispatcher: agent }));

  return {
    /** @param begin is called when the answer begins. */
    async send(sent: Sent, begin: () => void): Promise<ServiceAnswer> {
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
        throw new TornError('Its answer was cut off, or contradicts its headers.', {
          cause: error,
        });
      }
    },
    /** Returns true for a request that this process sent, which means that the configured address leads back to us. */
    isOwn: (received: Headers): boolean => received.get(processHeader) === processId,
    async close(): Promise<void> {
      closing.abort();
      await agent.destroy();
    },
  };
}

type Body = Pick<ServiceAnswer, 'text' | 'length' | 'bytes' | 'json'>;

/** Reads a body in the charset of its content type, within the limits, and parses it as it arrives. */
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
    // Of an error, only the displayed part is needed.
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
