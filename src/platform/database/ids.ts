import { randomUUID } from 'node:crypto';

export type IdKind = 'usr' | 'wal' | 'stm' | 'msg' | 'whk' | 'rec' | 'imp';

/** A new identifier that says what it identifies: `wal_0b5c…`. */
export function newId(kind: IdKind): string {
  return `${kind}_${randomUUID().replaceAll('-', '')}`;
}
