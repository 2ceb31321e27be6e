import type { AuditHead } from '#contract/audit.ts';
import type { Database } from '#platform/database/database.ts';
import { auditChanges, auditTrail, type AuditRow } from '#platform/database/schema/audit.ts';
import type { Log } from '#platform/http/errors.ts';
import { hashEntry, readHead, writeHead } from './chain.ts';
import { digestOf, newSalt } from './recordedChanges.ts';

/** Entry to record. The trail assigns its position when it is written. */
export interface NewEntry extends Omit<
  AuditRow,
  'seq' | 'at' | 'previous' | 'hash' | 'changesDigest'
> {
  /** Old and new values as JSON text. */
  readonly changes: string | null;
}

export const plainEntry = {
  actorId: null,
  actorRole: null,
  address: null,
  operation: null,
  subjectKind: null,
  subjectId: null,
  subjectName: null,
  result: 'ok',
  status: null,
  code: null,
  count: 1,
  details: null,
  changes: null,
  requestId: null,
} as const satisfies Partial<NewEntry>;

export interface AuditTrail {
  /** Appends an entry and resolves once it is committed. If that fails, it throws, and the entry is written with the next one. */
  append(entry: NewEntry): Promise<void>;
}

export interface AuditTrailOptions {
  readonly database: Pick<Database, 'transaction'>;
  readonly clock: () => number;
  readonly log: Log;
}

const maxWaiting = 10_000;
const maxTextLength = 2048;
/** Rows per statement, because the number of its parameters is limited. */
const batchSize = 1000;

/** Creates the audit trail of a database. Entries appended at the same time are written together. */
export function createAuditTrail({ database, clock, log }: AuditTrailOptions): AuditTrail {
  let waiting: (NewEntry & { readonly at: number })[] = [];
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    const entries = waiting.splice(0, batchSize);
    if (entries.length === 0) return;
    try {
      await database.transaction(async (tx) => {
        let head: AuditHead = await readHead(tx, true);
        const values: (typeof auditChanges.$inferInsert)[] = [];
        const rows = entries.map(({ changes, ...entry }) => {
          const seq = head.seq + 1;
          const stored = changes === null ? null : { seq, salt: newSalt(), changes };
          if (stored !== null) values.push(stored);
          const changesDigest = stored === null ? null : digestOf(stored);
          const row = { ...cleaned(entry), seq, previous: head.hash, changesDigest };
          head = { seq, hash: hashEntry(row) };
          return { ...row, hash: head.hash };
        });
        await tx.insert(auditTrail).values(rows);
        if (values.length > 0) await tx.insert(auditChanges).values(values);
        await writeHead(tx, head);
      });
    } catch (error) {
      const lost = entries.length + waiting.length - maxWaiting;
      if (lost > 0) log(`${lost} entries of the audit trail were lost`, error);
      waiting = [...entries, ...waiting].slice(0, maxWaiting);
      throw error;
    }
  }

  async function writeAll(): Promise<void> {
    for (let left = waiting.length; left > 0; left -= batchSize) await write();
  }

  return {
    async append(entry) {
      waiting.push({ ...entry, at: clock() });
      // Entries that arrive during a write go into the next one.
      if (writing !== null) await writing.catch(() => {});
      // The first waiting caller starts the next write, with all waiting entries.
      writing ??= writeAll().finally(() => {
        writing = null;
      });
      await writing;
    },
  };
}

/** Returns texts as the database can store them, because the hash is over the stored values. */
function cleaned<Entry extends Omit<NewEntry, 'changes'>>(entry: Entry): Entry {
  const { actorName, address, subjectId, subjectName, requestId } = entry;
  return {
    ...entry,
    actorName: cleanText(actorName),
    address: address === null ? null : cleanText(address),
    subjectId: subjectId === null ? null : cleanText(subjectId),
    subjectName: subjectName === null ? null : cleanText(subjectName),
    requestId: requestId === null ? null : cleanText(requestId),
  };
}

function cleanText(text: string): string {
  return text.slice(0, maxTextLength).toWellFormed().replaceAll('\0', '\uFFFD');
}
