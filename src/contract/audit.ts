import * as z from 'zod/mini';
import { callerRoles } from './access.ts';
import { auditChange } from './auditChange.ts';
import { auditKinds, auditResults } from './auditWords.ts';
import { isoTime } from './time.ts';

/** How it is known who it was; a command works in a process of its own. */
export const auditVias = ['open', 'process', 'key', 'session', 'nobody', 'command'] as const;

/** `GET /x/audit`: who did what to whom when, from where, with which result, and what changed. Never a secret or a key. */
export const auditEntry = z.looseObject({
  /** 1 is the first; there is no hole. */
  seq: z.number(),
  at: isoTime,
  actor: z.looseObject({
    /** Of the key, or of whom the provider signed in; null: nobody signed in. */
    id: z.nullable(z.string()),
    name: z.string(),
    role: z.nullable(z.enum(callerRoles)),
    via: z.enum(auditVias),
  }),
  /** null: from this machine without a connection, or from several. */
  address: z.nullable(z.string()),
  /** The name of the call, such as `updateUser`; null: none was reached, or several were. */
  operation: z.nullable(z.string()),
  subject: z.nullable(
    z.looseObject({
      kind: z.enum(auditKinds),
      id: z.nullable(z.string()),
      /** Of an endpoint: its address without the query, where the request named it. */
      name: z.nullable(z.string()),
    }),
  ),
  result: z.enum(auditResults),
  /** The status of the answer; null: a command has none. */
  status: z.nullable(z.number()),
  /** The code of the problem. */
  code: z.nullable(z.string()),
  /** How many alike this entry stands for. */
  count: z.number(),
  /** Of an import: what it did, in figures. */
  details: z.nullable(z.record(z.string(), z.unknown())),
  /** Old and new values; null: none were recorded, or they were erased. */
  changes: z.nullable(z.array(auditChange)),
  /** HMAC-SHA256 of `changes`, in hexadecimal, which stays when they are erased; null: none were recorded. */
  changesDigest: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /** The hash of the entry before; of the first one 64 zeros. */
  previous: z.string(),
  /** SHA-256 of the entry with `previous` and `changesDigest`, in hexadecimal. */
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditList = z.array(auditEntry);

/** The last entry: noted elsewhere, it shows later that the trail up to it is still the same. */
const auditHead = z.looseObject({ seq: z.number(), hash: z.string() });
export type AuditHead = z.infer<typeof auditHead>;

/** `GET /x/audit/verification`. */
export const auditVerification = z.looseObject({
  intact: z.boolean(),
  entries: z.number(),
  /** Entries whose old and new values were erased. */
  erased: z.number(),
  /** null: there is no entry yet. */
  head: z.nullable(auditHead),
  /** The first entry that is not as it was written, and what is wrong with it. */
  fault: z.nullable(z.looseObject({ seq: z.number(), detail: z.string() })),
  verifiedAt: isoTime,
});
export type AuditVerification = z.infer<typeof auditVerification>;

/** A head as it is noted and given back: `17:0a1b…`. */
const headText = /^(\d{1,15}):([0-9a-f]{64})$/;

export function formatHead({ seq, hash }: AuditHead): string {
  return `${seq}:${hash}`;
}

/** The head that a text stands for; null where it is none. */
export function parseHead(text: string): AuditHead | null {
  const [, seq, hash] = headText.exec(text.trim().toLowerCase()) ?? [];
  return seq === undefined || hash === undefined ? null : { seq: Number(seq), hash };
}
