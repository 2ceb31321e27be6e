import * as z from 'zod/mini';
import { lastEventId, liveEvent, liveTick, maxSecondsBefore } from '../live.ts';
import type { Operation } from '../operation.ts';

const message = `it is a number of seconds, at most ${maxSecondsBefore}`;
const isSeconds = (text: string) => /^\d+(\.\d+)?$/.test(text) && Number(text) <= maxSecondsBefore;

/** The stream of server-sent events: what happens, as it happens. */
export const getLive = {
  method: 'GET',
  path: '/x/live',
  query: {
    [lastEventId.query]: z.optional(z.string()),
    before: z.optional(z.pipe(z.string().check(z.refine(isSeconds, message)), z.transform(Number))),
  },
  answers: { 200: z.union([liveEvent, liveTick]) },
  mediaType: 'text/event-stream',
  problems: [],
  role: 'analyst',
} as const satisfies Operation;
