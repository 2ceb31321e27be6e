import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/**
 * `GET /x/upstream/raw`: an answer of the connected service as it came, decoded. `text`: its first mebibyte, without secrets;
 * `isCut`: there is more of it. `stale`: why it could not be read again since then, in a sentence.
 */
export const rawAnswer = z.looseObject({
  path: z.string(),
  readAt: isoTime,
  stale: z.nullable(z.string()),
  text: z.string(),
  isCut: z.boolean(),
});
export type RawAnswer = z.infer<typeof rawAnswer>;
