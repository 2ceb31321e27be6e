import { queryOptions } from '@tanstack/react-query';
import type { Capabilities } from '#contract/capabilities.ts';
import { getCapabilities } from '#contract/operations/about.ts';
import { call } from '../api/client.ts';
import { keys } from '../portfolio/keys.ts';

/** What the service says of itself, and how long it took to say so. */
export interface TimedAnswer {
  readonly capabilities: Capabilities;
  readonly milliseconds: number;
}

/** Asked anew by each visit and by hand: what was answered earlier tells nothing of now. */
export const timedAnswerQuery = queryOptions({
  queryKey: keys.timedAnswer,
  staleTime: 0,
  retry: false,
  queryFn: async ({ signal }): Promise<TimedAnswer> => {
    const began = performance.now();
    const answer = await call(getCapabilities, {}, signal);
    return { capabilities: answer, milliseconds: performance.now() - began };
  },
});
