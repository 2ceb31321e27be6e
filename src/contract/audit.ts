import * as z from 'zod/mini';
import { callerRoles } from './access.ts';
import { auditChange } from './auditChange.ts';
import { auditKinds, auditResults } from './auditKinds.ts';
import { isoTime } from './time.ts';

/** How the actor was identified. A command runs in a process of its own. */
export const auditVias = ['open', 'process', 'key', 'session', 'nobody', 'command'] as const;

/**
 * A row of `GET /x/audit`: time, actor, address, operation, subject, result and changes of an action. Never contains a secret or
 * a key.
 */
export const auditEntry = z.looseObject({
  /** Consecutive numbers from 1. */
  seq: z.number(),
  at: isoTime,
  actor: z.looseObject({
    /** Id of the key, or of the user at the provider; null if not signed in. */
    id: z.nullable(z.string()),
    name: z.string(),
    role: z.nullable(z.enum(callerRoles)),
    via: z.enum(auditVias),
  }),
  /** null for an action on this machine without a connection, and for several addresses. */
  address: z.nullable(z.string()),
  /** Name of the operation, such as `updateUser`; null for none or several. */
  operation: z.nullable(z.string()),
  subject: z.nullable(
    z.looseObject({
      kind: z.enum(auditKinds),
      id: z.nullable(z.string()),
      /** For an endpoint, its address without the query, if the request contained it. */
      name: z.nullable(z.string()),
    }),
  ),
  result: z.enum(auditResults),
  /** Status of the answer; null for a command. */
  status: z.nullable(z.number()),
  code: z.nullable(z.string()),
  /** Number of similar actions in this entry. */
  count: z.number(),
  /** Figures of an import. */
  details: z.nullable(z.record(z.string(), z.unknown())),
  /** Old and new values; null if none were recorded or if they were erased. */
  changes: z.nullable(z.array(auditChange)),
  /** HMAC-SHA256 of `changes`, in hexadecimal. Remains after they are erased; null if none were recorded. */
  changesDigest: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /** Hash of the previous entry. The first entry has 64 zeros. */
  previous: z.string(),
  /** SHA-256 of the entry with `previous` and `changesDigest`, in hexadecimal. */
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditList = z.array(auditEntry);

/** Number and hash of the last entry. A copy elsewhere can later prove that the trail up to it is unchanged. */
const auditHead = z.looseObject({ seq: z.number(), hash: z.string() });
export type AuditHead = z.infer<typeof auditHead>;

/** Answer of `GET /x/audit/verification`. */
export const auditVerification = z.looseObject({
  intact: z.boolean(),
  /** Entries in the chain. */
  entries: z.number(),
  /** Entries of committed changes that are not in the chain yet. */
  waiting: z.number(),
  /** Entries whose old and new values were erased. */
  erased: z.number(),
  /** null if there are no entries. */
  head: z.nullable(auditHead),
  /** The first entry that was altered, with the difference. */
  fault: z.nullable(z.looseObject({ seq: z.number(), detail: z.string() })),
  verifiedAt: isoTime,
});
export type AuditVerification = z.infer<typeof auditVerification>;

/** The text form of a head: `17:0a1b…`. */
const headText = /^(\d{1,15}):([0-9a-f]{64})$/;

export function formatHead({ seq, hash }: AuditHead): string {
  return `${seq}:${hash}`;
}

/** Parses a head; returns null for any other text. */
export function parseHead(text: string): AuditHead | null {
  const [, seq, hash] = headText.exec(text.trim().toLowerCase()) ?? [];
  return seq === undefined || hash === undefined ? null : { seq: Number(seq), hash };
}
