import * as z from 'zod/mini';
import { isoTime } from './time.ts';

// The interface does not show a history record's fields: ours are date and total.
/** One record of a history: the total (value of wallets, or level of a thematic) at an instant; null is a gap, never zero. */
export const historyRecord = z.looseObject({ date: isoTime, total: z.nullable(z.number()) });
export type HistoryRecord = z.infer<typeof historyRecord>;

// The interface does not show the shape of a history: ours is an array, ascending, no date twice.
export const history = z.array(historyRecord);
export type History = z.infer<typeof history>;

/** One record of a token's prices. */
export const priceRecord = z.looseObject({ date: isoTime, price: z.number() });
export const priceHistory = z.array(priceRecord);
export type PriceHistory = z.infer<typeof priceHistory>;
