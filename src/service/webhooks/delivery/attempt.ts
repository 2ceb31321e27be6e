import { Webhook } from 'standardwebhooks';
import type { AttemptDetail } from '#contract/delivery.ts';
import type { WebhookTargets } from '../../dependencies.ts';
import { hostOf } from '../guard/host.ts';
import { type Lookup, ownAddresses, RefusedError, vettedAddresses } from '../guard/resolve.ts';
import { unseal } from '../secrets.ts';
import type { Claimed } from './claim.ts';
import { connectWithin, type Connection, type Connections, LateError } from './connections.ts';
import { isSuccess } from './schedule.ts';
import type { Ended } from './settle.ts';

export interface Attempting {
  readonly clock: () => number;
  readonly secretKey: Uint8Array;
  readonly targets: WebhookTargets;
  readonly lookup: Lookup;
  readonly connections: Connections;
  /** The service's own receiver, to which messages always may go. */
  readonly isOwnReceiver: (url: string) => boolean;
}

const answerWithin = 15_000;
/** Where nobody is at the first address of a host, one more is tried. */
const triedAddresses = 2;
/** Of an answer so many bytes are read and kept. */
const keptOfAnswer = 16_384;

/** Sends one message once. Whatever the receiver does, it ends within 30 seconds and keeps little. Never rejects. */
export async function attempt(delivery: Claimed, options: Attempting): Promise<Ended> {
  const at = options.clock();
  const run: Run = {
    began: performance.now(),
    address: null,
    dnsAt: null,
    connection: null,
    firstByteAt: null,
  };
  let request: Record<string, string> = {};
  try {
    request = headersOf(delivery, at, options.secretKey);
    const answer = await post(delivery, request, run, options);
    const { status, retryAfter } = answer;
    return {
      delivery,
      at,
      outcome: { status, isTimeout: false, retryAfter },
      fault: isSuccess(status) ? null : faultOfStatus(status),
      detail: detailOf(run, request, answer, null),
    };
  } catch (error) {
    return {
      delivery,
      at,
      outcome: { status: null, isTimeout: isLate(error), retryAfter: null },
      fault: faultOf(error),
      detail: detailOf(run, request, null, error),
    };
  }
}

interface Run {
  readonly began: number;
  address: string | null;
  dnsAt: number | null;
  connection: Connection | null;
  firstByteAt: number | null;
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly isCut: boolean;
}

function headersOf(delivery: Claimed, at: number, key: Uint8Array): Record<string, string> {
  const { message, body, secrets, attempts, number } = delivery;
  const sentAt = new Date(Math.floor(at / 1000) * 1000);
  const signatures = secrets.map((secret) =>
    new Webhook(unseal(secret, key)).sign(message, sentAt, body),
  );
  return {
    'content-type': 'application/json',
    'user-agent': 'PortfolioService-Webhooks/1.0',
    'webhook-id': message,
    'webhook-timestamp': String(sentAt.getTime() / 1000),
    'webhook-signature': signatures.join(' '),
    'webhook-attempt': String(attempts + 1),
    'webhook-seq': String(number),
  };
}

async function post(
  { url, body }: Claimed,
  headers: Record<string, string>,
  run: Run,
  { targets, lookup, connections, isOwnReceiver }: Attempting,
): Promise<Answer> {
  const target = new URL(url);
  const host = hostOf(target.hostname);
  const addresses = isOwnReceiver(url)
    ? await ownAddresses(host)
    : await soon(vettedAddresses(target.hostname, targets, lookup));
  run.dnsAt = performance.now();
  let fault: unknown = new Error(`${host} has no address.`);
  for (const address of addresses.slice(0, triedAddresses)) {
    const connection = connections.take(target, address, host);
    run.address = address;
    run.connection = connection;
    try {
      const answer = await exchange(connection, target, { headers, body }, run);
      if (answer.isWhole) connections.giveBack(target, connection);
      else connections.drop(connection);
      return answer;
    } catch (error) {
      connections.drop(connection);
      fault = error;
      // Only an address nobody was reached at leaves room for the next.
      if (connection.made?.connectedAt !== null) throw error;
    }
  }
  throw fault;
}

/** The name servers have as long as a connection. */
async function soon<T>(looking: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new LateError(`The host was not found within ${connectWithin / 1000} s.`)),
      connectWithin,
    );
  });
  try {
    return await Promise.race([looking, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function exchange(
  { client }: Connection,
  target: URL,
  { headers, body }: { readonly headers: Record<string, string>; readonly body: string },
  run: Run,
): Promise<Answer & { readonly isWhole: boolean }> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new LateError(`No answer within ${answerWithin / 1000} s.`)),
    answerWithin,
  );
  try {
    const response = await client.request({
      path: `${target.pathname}${target.search}`,
      method: 'POST',
      headers,
      body,
      signal: late.signal,
    });
    run.firstByteAt = performance.now();
    const pieces: Buffer[] = [];
    let size = 0;
    let isWhole = true;
    // The status has answered already: however the rest ends, it counts.
    try {
      for await (const piece of response.body) {
        pieces.push(piece);
        size += piece.length;
        if (size <= keptOfAnswer) continue;
        isWhole = false;
        break;
      }
    } catch {
      isWhole = false;
    }
    const own = response.headers;
    const retryAfter = own['retry-after'];
    return {
      status: response.statusCode,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
      headers: Object.fromEntries(
        Object.entries(own).map(([name, value]) => [name, textOf(String(value))]),
      ),
      body: textOf(Buffer.concat(pieces).subarray(0, keptOfAnswer).toString('utf8')),
      isCut: !isWhole,
      isWhole,
    };
  } catch (error) {
    throw late.signal.aborted ? late.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Text that a database can keep. */
function textOf(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

function faultOfStatus(status: number): string {
  if (status >= 300 && status < 400) return `Answered ${status}; redirects are not followed.`;
  return `Answered ${status}.`;
}

/** Whether nothing came in time. */
function isLate(error: unknown): boolean {
  return (
    error instanceof LateError ||
    (error instanceof Error && 'code' in error && lateCodes.has(String(error.code)))
  );
}

const lateCodes = new Set(['ETIMEDOUT', 'ETIMEOUT']);

function faultOf(error: unknown): string {
  if (error instanceof RefusedError || error instanceof LateError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  const message = error instanceof Error ? error.message : String(error);
  const words = code === null ? undefined : wordsOf[code];
  return textOf((words ?? message.split('\n')[0] ?? '').slice(0, 300));
}

const wordsOf: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the host is not known.',
  ETIMEOUT: 'The name servers did not answer in time.',
  ETIMEDOUT: 'No connection was made in time.',
  EAI_AGAIN: 'The name of the host could not be looked up.',
  ECONNREFUSED: 'The connection was refused: nothing listens there.',
  ECONNRESET: 'The connection was reset before an answer came.',
  UND_ERR_SOCKET: 'The connection was closed before an answer came.',
  UND_ERR_HEADERS_OVERFLOW: 'The answer has more headers than are read.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is signed by itself.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is signed by nobody who is trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is signed by nobody who is trusted.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
};

function detailOf(
  run: Run,
  request: Record<string, string>,
  answer: Answer | null,
  error: unknown,
): AttemptDetail {
  const { began, dnsAt, connection, firstByteAt } = run;
  const since = (at: number | null | undefined) =>
    at === null || at === undefined ? null : Math.round((at - began) * 10) / 10;
  const refused = error instanceof RefusedError ? error : null;
  return {
    address: refused?.address ?? run.address,
    rule: refused?.rule ?? null,
    request,
    answer:
      answer === null ? null : { headers: answer.headers, body: answer.body, isCut: answer.isCut },
    timing: {
      dns: since(dnsAt),
      connect: since(connection?.made?.connectedAt),
      tls: since(connection?.made?.securedAt),
      firstByte: since(firstByteAt),
      total: since(performance.now()) ?? 0,
    },
  };
}
