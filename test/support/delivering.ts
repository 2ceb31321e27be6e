import type * as z from 'zod/mini';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createWebhookEngine, type WebhookEngine } from '#service/webhooks/engine.ts';
import { answerOf } from './calls.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import type { TestService } from './service.ts';

/** Receiver that is empty and accepts every message before each test, and a new engine without jitter for each. */
export interface Delivering {
  readonly receiver: Receiver;
  readonly engine: WebhookEngine;
}

/** Returns the receiver and the engine for tests of a service, available from their first hook on. */
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

/** Calls a service and parses each answer with a schema. */
export function asking(service: () => TestService) {
  return <S extends z.core.$ZodType>(
    method: string,
    path: string,
    schema: S,
    { body, status = 200 }: { body?: unknown; status?: number } = {},
  ) => answerOf(service().call(method, path, body), schema, status);
}
