import * as z from 'zod/mini';
import { eventDescriptions, eventTypes, messageSchema, type EventType } from '#contract/events.ts';

/** All event types with their messages, as listed by `GET /x/webhooks/types`. */
export function describeTypes() {
  return eventTypes.map((type) => {
    const { title, description, data } = eventDescriptions[type];
    return {
      type,
      title,
      description,
      schema: z.toJSONSchema(messageSchema(data)),
      example: exampleOf(type),
    };
  });
}

export function exampleOf(type: EventType): Record<string, unknown> {
  return {
    type,
    timestamp: '2026-06-17T14:23:40.112Z',
    seq: 88_213,
    data: eventDescriptions[type].example,
  };
}
