import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/**
 * Answer of `GET /x/levels/{type}`: a sparkline of each thematic, which is the last record at or before each of 52 even steps
 * from the first to the last record, or all records if there are fewer. Empty before the inception. Each thematic has its own
 * `dates`, because inceptions differ and steps follow the prices of its tokens.
 */
export const levelList = z.array(
  z.looseObject({
    thematics: z.string(),
    dates: z.array(isoTime),
    levels: z.array(z.nullable(z.number())),
  }),
);
export type LevelList = z.infer<typeof levelList>;
