import { Webhook } from 'standardwebhooks';
import { attemptLimits, type AttemptDetail } from '#contract/delivery.ts';
import type { WebhookTargets } from '../../portfolio/dependencies.ts';
import { hostOf } from '../guard/host.ts';
import { type Lookup, RefusedError, targetAddresses } from '../guard/resolve.ts';
import { unseal } from '#platform/http/secrets.ts';
import type { Claimed } from './claim.ts';
import type { ReceiverConnection, ConnectionPool } from './connections.ts';
import { FaultError, faultOf, faultOfStatus, isTimeout, TimeoutError } from './faults.ts';
import { isSuccess, type Outcome } from './retrySchedule.ts';
import { answerTimeoutMs, connectTimeoutMs, maxAddresses } from './timeouts.ts';

export interface AttemptResult {
  readonly delivery: Claimed;
  readonly at: number;
  readonly outcome: Outcome;
  /** Why it failed, as a sentence; null if it succeeded. */
  readonly fault: string | null;
  readonly detail: AttemptDetail;
}

export interface AttemptOptions {
  readonly clock: () => number;
  /** The system clock: receivers compare the time of a message with theirs. */
  readonly wall?: () => number;
  readonly secretKey: Uint8Array;
  readonly targets: WebhookTargets;
  readonly lookup: Lookup;
  readonly connections: ConnectionPool;
  /** Origins at which processes of the service listen on this machine. */
  readonly origins: () => Promise<readonly string[]>;
}

const { maxAnswerBytes } = attemptLimits;

/** Sends one message once. Ends within `maxAttemptMs` and stores little, whatever the receiver does. Never rejects. */
export async function attempt(delivery: Claimed, options: AttemptOptions): Promise<AttemptResult> {
  const { clock, wall = clock } = options;
  const at = clock();
  const run: AttemptRun = {
    startedAt: performance.now(),
    address: null,
    dnsAt: null,
    connection: null,
    firstByteAt: null,
  };
  let request: Record<string, string> = {};
  try {
    request = headersOf(delivery, wall(), options.secretKey);
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
      outcome: { status: null, isTimeout: isTimeout(error), retryAfter: null },
      fault: faultOf(error),
      detail: detailOf(run, request, null, error),
    };
  }
}

interface AttemptRun {
  readonly startedAt: number;
  address: string | null;
  dnsAt: number | null;
  connection: ReceiverConnection | null;
  firstByteAt: number | null;
}

interface ReceivedAnswer {
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
  run: AttemptRun,
  { targets, lookup, connections, origins }: AttemptOptions,
): Promise<ReceivedAnswer> {
  const target = new URL(url);
  const host = hostOf(target.hostname);
  const guard = { targets, lookup, origins: await origins() };
  const addresses = await withDnsTimeout(targetAddresses(target, guard));
  run.dnsAt = performance.now();
  let fault: unknown = new FaultError(`${host} has no address.`);
  for (const address of addresses.slice(0, maxAddresses)) {
    const connection = connections.take(target, address, host);
    run.address = address;
    run.connection = connection;
    try {
      const answer = await exchange(connection, target, { headers, body }, run);
      if (answer.isComplete) connections.giveBack(target, connection);
      else connections.drop(connection);
      return answer;
    } catch (error) {
      connections.drop(connection);
      fault = error;
      // The next address is tried only if this one could not be connected.
      if (connection.phases?.connectedAt !== null) throw error;
    }
  }
  throw fault;
}

/** The lookup has the timeout of a connection. */
async function withDnsTimeout<T>(lookup: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new TimeoutError('host address', connectTimeoutMs)),
      connectTimeoutMs,
    );
  });
  try {
    return await Promise.race([lookup, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function exchange(
  { client }: ReceiverConnection,
  target: URL,
  { headers, body }: { readonly headers: Record<string, string>; readonly body: string },
  run: AttemptRun,
): Promise<ReceivedAnswer & { readonly isComplete: boolean }> {
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new TimeoutError('answer', answerTimeoutMs)),
    answerTimeoutMs,
  );
  try {
    const response = await client.request({
      path: `${target.pathname}${target.search}`,
      method: 'POST',
      headers,
      body,
      signal: timeout.signal,
    });
    run.firstByteAt = performance.now();
    const chunks: Buffer[] = [];
    let size = 0;
    let isComplete = true;
    // The status counts even if the body is cut off.
    try {
      for await (const chunk of response.body) {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= maxAnswerBytes) continue;
        isComplete = false;
        break;
      }
    } catch {
      isComplete = false;
    }
    const retryAfter = response.headers['retry-after'];
    return {
      status: response.statusCode,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, storable(String(value))]),
      ),
      body: storable(Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8')),
      isCut: !isComplete,
      isComplete,
    };
  } catch (error) {
    throw timeout.signal.aborted ? timeout.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

function detailOf(
  run: AttemptRun,
  request: Record<string, string>,
  answer: ReceivedAnswer | null,
  error: unknown,
): AttemptDetail {
  const { startedAt, dnsAt, connection, firstByteAt } = run;
  const since = (at: number | null | undefined) =>
    at === null || at === undefined ? null : Math.round((at - startedAt) * 10) / 10;
  const refused = error instanceof RefusedError ? error : null;
  return {
    address: refused?.address ?? run.address,
    rule: refused?.rule ?? null,
    request,
    answer:
      answer === null ? null : { headers: answer.headers, body: answer.body, isCut: answer.isCut },
    timing: {
      dns: since(dnsAt),
      connect: since(connection?.phases?.connectedAt),
      tls: since(connection?.phases?.securedAt),
      firstByte: since(firstByteAt),
      total: since(performance.now()) ?? 0,
    },
  };
}
