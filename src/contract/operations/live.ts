import * as z from 'zod/mini';
import { lastEventId, liveEvent, liveTick, maxSecondsBefore } from '../live.ts';
import { operation } from '../operation.ts';

const message = `it is a number of seconds, at most ${maxSecondsBefore}`;
const isSeconds = (text: string) => /^\d+(\.\d+)?$/.test(text) && Number(text) <= maxSecondsBefore;

/** Streams events as server-sent events. */
export const getLive = operation('GET', '/x/live', {
  answers: { 200: z.union([liveEvent, liveTick]) },
  query: {
    [lastEventId.query]: z.optional(z.string()),
    before: z.optional(z.pipe(z.string().check(z.refine(isSeconds, message)), z.transform(Number))),
  },
  mediaType: 'text/event-stream',
});
