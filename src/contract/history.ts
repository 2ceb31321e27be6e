import * as z from 'zod/mini';
import { isoTime } from './time.ts';

// The interface does not show a history record's fields. Ours are date and total.
/** One record of a history. `total` is the value of wallets or the level of a thematic; null is a gap, never zero. */
export const historyRecord = z.looseObject({ date: isoTime, total: z.nullable(z.number()) });
export type HistoryRecord = z.infer<typeof historyRecord>;

// The interface does not show the shape of a history. Ours is an ascending array with unique dates.
export const history = z.array(historyRecord);
export type History = z.infer<typeof history>;

/** One record of a token's prices. */
export const priceRecord = z.looseObject({ date: isoTime, price: z.number() });
export const priceHistory = z.array(priceRecord);
export type PriceHistory = z.infer<typeof priceHistory>;
