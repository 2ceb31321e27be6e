import { randomUUID } from 'node:crypto';

export type IdKind = 'usr' | 'wal' | 'stm' | 'msg' | 'whk' | 'rec' | 'imp';

/** Returns a new identifier with its kind as prefix: `wal_0b5c…`. */
export function newId(kind: IdKind): string {
  return `${kind}_${randomUUID().replaceAll('-', '')}`;
}
