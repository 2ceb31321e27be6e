import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/**
 * `GET /x/levels/{type}`: of each thematic, the records of its history that a line of 52 points shows, each the last one at or
 * before one of 52 even steps from the first to the last; all of them where there are fewer, none before its inception. Each
 * has its own `dates`: histories begin at their own inception, and their steps follow the prices of their tokens.
 */
export const levelList = z.array(
  z.looseObject({
    thematics: z.string(),
    dates: z.array(isoTime),
    levels: z.array(z.nullable(z.number())),
  }),
);
export type LevelList = z.infer<typeof levelList>;
