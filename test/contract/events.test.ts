import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { eventDescriptions, eventTypes, messageSchema } from '#contract/events.ts';
import { webhookTypes } from '#contract/webhook.ts';
import { exampleOf } from '#service/webhooks/workbench/types.ts';

test.each(eventTypes)('the example of %s is as its schema says', (type) => {
  const { data, example } = eventDescriptions[type];
  expect(z.safeParse(messageSchema(data), exampleOf(type)).error).toBeUndefined();
  // A thin message is open to any data: the schema alone has to take it, and refuse another.
  expect(z.safeParse(data, example).error).toBeUndefined();
  expect(z.safeParse(data, {}).success).toBe(false);
});

test('a webhook can be registered for every type, and for all', () => {
  expect(webhookTypes).toEqual([...Object.keys(eventDescriptions), '*']);
});
