import * as z from 'zod/mini';
import { mebibyte } from './bytes.ts';
import { isoTime } from './time.ts';

/** Maximum size of a list of users to save, in bytes. */
export const maxSelectionBytes = 8 * mebibyte;
/** Days for which a selection is kept. */
export const selectionDays = 30;

/** Users to save as a selection, by customId. */
export const selectedUsers = z.looseObject({
  ids: z.array(z.string()).check(z.minLength(1, 'at least one id is needed')),
});

/** A saved selection: `id` for `selection=`, the number of different ids, and the end of its time. */
export const selection = z.looseObject({
  id: z.string(),
  count: z.number(),
  expiresAt: isoTime,
});
export type SavedSelection = z.infer<typeof selection>;
