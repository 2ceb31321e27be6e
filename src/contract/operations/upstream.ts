import * as z from 'zod/mini';
import type { Operation } from '../operation.ts';
import { rawAnswer } from '../upstream.ts';

// What is seen of another service, in front of which this one stands. Where this process holds its users itself: 501 not-offered.

/** What the other service answers to one of the calls of the interface that read, as it came. */
export const getRawAnswer = {
  method: 'GET',
  path: '/x/upstream/raw',
  query: { path: z.string('it is the path of a call that reads, such as /p/users') },
  answers: { 200: rawAnswer },
  problems: ['user-not-found', 'thematic-not-found'],
  role: 'analyst',
} as const satisfies Operation;
