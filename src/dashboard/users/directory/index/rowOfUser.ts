import { readOnlyAttributes, type User } from '#contract/user.ts';
import type { IndexedRow } from './directoryIndex.ts';

const readOnly: ReadonlySet<string> = new Set(readOnlyAttributes);

/** A user of the interface's own list as a row; the list does not tell how they moved and what they hold. */
export function rowOfUser(user: User): IndexedRow {
  const { customId, total, walletCount, createdAt, updatedAt } = user;
  const name = user['name'];
  const hasName = typeof name === 'string' && name !== '';
  const attributes = Object.fromEntries(
    Object.entries(user).filter(([key]) => !readOnly.has(key) && !(hasName && key === 'name')),
  );
  return {
    customId,
    name: hasName ? name : null,
    total,
    walletCount,
    thematics: null,
    dayChange: null,
    dayChangeRatio: null,
    createdAt,
    updatedAt,
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
  };
}
