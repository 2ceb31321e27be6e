import { randomUUID } from 'node:crypto';
import { createSecureContext, getCACertificates } from 'node:tls';
import { TextDecoder } from 'node:util';
import { Agent, fetch as fetchByAgent } from 'undici';
import { bytesInWords } from '#contract/bytes.ts';
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
  /** Most bytes of an answer, decoded. */
  readonly maxAnswerBytes: number;
}

/** One request, as it goes over the wire. */
export interface Sent {
  readonly method: string;
  readonly address: string;
  readonly body?: unknown;
  readonly etag?: string | null;
}

/** One answer, whatever its status. */
export interface Answer extends Pick<FetchResponse, 'status' | 'statusText' | 'headers'> {
  readonly text: string;
  /** Of its body, decoded. */
  readonly bytes: number;
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
export function createExchange({
  headers,
  ca,
  fetch,
  limits,
  timeouts,
  maxAnswerBytes,
}: ExchangeOptions) {
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

  /** The whole body as text, decoded as its content type says. */
  async function textOf({
    headers: received,
    body,
  }: FetchResponse): Promise<Pick<Answer, 'text' | 'bytes'>> {
    if (body === null) return { text: '', bytes: 0 };
    const decoder = decoderOf(received.get('content-type'));
    let bytes = 0;
    let text = '';
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > maxAnswerBytes) {
        throw new AnswerError(`Its answer is larger than ${bytesInWords(maxAnswerBytes)}.`);
      }
      text += decoder.decode(chunk, { stream: true });
    }
    return { text: text + decoder.decode(), bytes };
  }

  return {
    /** @param begin is called once the answer begins. */
    async send({ method, address, body, etag }: Sent, begin: () => void): Promise<Answer> {
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
        const body = await textOf(response);
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
