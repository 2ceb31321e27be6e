import * as z from 'zod/mini';
import type { HistoryType } from './historyType.ts';

/** Last ÷ first − 1 of each period's history; null if the history starts more than one step after its window. */
export const change = z.looseObject({
  day: z.nullable(z.number()),
  week: z.nullable(z.number()),
  month: z.nullable(z.number()),
  year: z.nullable(z.number()),
  all: z.nullable(z.number()),
} satisfies Record<HistoryType, z.ZodMiniType>);
export type PeriodChanges = z.infer<typeof change>;

/** Changes without a history. */
export const noChanges: PeriodChanges = {
  day: null,
  week: null,
  month: null,
  year: null,
  all: null,
};
