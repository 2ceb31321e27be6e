import type { AttributeLine } from './index/attributeLines.ts';

/** One user in the directory. */
export interface DirectoryEntry {
  readonly customId: string;
  readonly name: string | null;
  readonly walletCount: number;
  readonly total: number;
  /** null: unknown, or nothing was held a day ago. */
  readonly dayChange: number | null;
  readonly dayChangeRatio: number | null;
  /** Ids of the thematics held; null where the service does not tell. */
  readonly thematics: readonly string[] | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The user's own, but for the name; undefined where there are none. */
  readonly attributes: unknown;
  /** The attribute that was searched, where neither id nor name was. */
  readonly found: AttributeLine | null;
}
