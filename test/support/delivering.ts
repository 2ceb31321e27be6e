import type * as z from 'zod/mini';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createWebhookEngine, type WebhookEngine } from '#service/webhooks/engine.ts';
import { answerOf } from './calls.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import type { TestService } from './service.ts';

/** A receiver, empty and willing before each test, and an engine of its own for each, without jitter. */
export interface Delivering {
  readonly receiver: Receiver;
  readonly engine: WebhookEngine;
}

/** What the tests of a service deliver with; there from their first hook on. */
export function delivering(service: () => TestService): () => Delivering {
  let receiver: Receiver;
  let engine: WebhookEngine;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver.close());
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = (_, response) => response.writeHead(204).end();
    engine = createWebhookEngine({ ...service().dependencies, random: () => 0.5 });
  });
  afterEach(() => engine.stop());
  return () => ({ receiver, engine });
}

/** Calls of a service whose answers are as a schema says. */
export function asking(service: () => TestService) {
  return <S extends z.core.$ZodType>(
    method: string,
    path: string,
    schema: S,
    { body, status = 200 }: { body?: unknown; status?: number } = {},
  ) => answerOf(service().call(method, path, body), schema, status);
}
