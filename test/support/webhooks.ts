import { Webhook } from 'standardwebhooks';
import type { AttemptResult } from '#service/webhooks/delivery/attempt.ts';
import { claimDue, type Claimed } from '#service/webhooks/delivery/claim.ts';
import { isSuccess } from '#service/webhooks/delivery/retrySchedule.ts';
import { settle } from '#service/webhooks/delivery/settle.ts';
import { unseal } from '#platform/http/secrets.ts';
import type { TestService } from './service.ts';

export interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly isCut?: boolean;
}

/**
 * Delivers everything due, as the engine does, but without a network, because msw holds the sockets of component tests. Every
 * message gets the given answer; a text is the reason why there is none.
 */
export async function deliverDue(
  { dependencies, clock }: TestService,
  answer: Answer | string = { status: 204 },
): Promise<readonly Claimed[]> {
  const sent: Claimed[] = [];
  await dependencies.events.eventsRelayed();
  for (;;) {
    const { claimed } = await dependencies.database.transaction((tx) =>
      claimDue(tx, { room: 64, roomFor: () => 64, full: [], now: clock.now }),
    );
    if (claimed.length === 0) return sent;
    sent.push(...claimed);
    const results = claimed.map((delivery) => ({
      ...resultOf(answer),
      delivery,
      at: clock.now,
      detail: {
        address: '203.0.113.24',
        rule: null,
        request: signedHeaders(delivery, clock.now, dependencies.secretKey),
        answer: typeof answer === 'string' ? null : answerOf(answer),
        timing: { dns: 9, connect: 41, tls: 118, firstByte: 1870, total: 1874 },
      },
    }));
    await dependencies.database.transaction((tx) =>
      settle(tx, { ...dependencies, random: () => 0.5 }, results),
    );
  }
}

function resultOf(answer: Answer | string): Pick<AttemptResult, 'outcome' | 'fault'> {
  const status = typeof answer === 'string' ? null : answer.status;
  const fault = typeof answer === 'string' ? answer : `Answered ${answer.status}.`;
  return {
    outcome: { status, isTimeout: false, retryAfter: null },
    fault: isSuccess(status) ? null : fault,
  };
}

function answerOf({ body = '', isCut = false }: Answer) {
  return { headers: { 'content-type': 'text/plain' }, body, isCut };
}

function signedHeaders(
  { message, body, secrets, attempts, number }: Claimed,
  now: number,
  key: Uint8Array,
): Record<string, string> {
  const at = new Date(Math.floor(now / 1000) * 1000);
  const signatures = secrets.map((secret) =>
    new Webhook(unseal(secret, key)).sign(message, at, body),
  );
  return {
    'content-type': 'application/json',
    'webhook-id': message,
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': signatures.join(' '),
    'webhook-attempt': String(attempts + 1),
    'webhook-seq': String(number),
  };
}
