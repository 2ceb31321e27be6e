import { operation } from '../operation.ts';
import { maxSelectionBytes, selectedUsers, selection } from '../selections.ts';

/**
 * Saves a set of users that is too large for `ids=`. The same list has the same id, and saving it again keeps it for another
 * thirty days.
 */
export const createSelection = operation('POST', '/x/selections', {
  answers: { 200: selection },
  body: { schema: selectedUsers, limit: maxSelectionBytes, isReadByHandler: true },
  role: 'analyst',
});
