import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import type { AccessKey, AccessKeyCreation } from '#contract/access.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import type { Queries } from '#platform/database/database.ts';
import { accessKeys, type AccessKeyRow } from '#platform/database/schema/access.ts';
import { isText } from '#platform/database/text.ts';
import { problem } from '#platform/http/problem.ts';

/** Prefixes by which a leaked secret can be recognized. */
const prefixes = { key: 'pfk_', session: 'pfs_', token: 'pft_' } as const;

/** Returns a secret of 256 random bits. */
export function randomText(kind: keyof typeof prefixes): string {
  return prefixes[kind] + randomBytes(32).toString('base64url');
}

/** Hashes a secret for storage. A random secret needs no salt and no slow hash. */
export function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}

/** Creates a key. Only this result contains its text. The first key must be an admin's, because it closes the service. */
export async function insertKey(
  tx: Queries,
  { name, role, expiresAt }: AccessKeyCreation,
  { createdBy, now }: { readonly createdBy: string; readonly now: number },
): Promise<{ readonly row: AccessKeyRow; readonly text: string }> {
  const expiry = expiresAt == null ? null : parseTime(expiresAt);
  if (expiry !== null && expiry <= now) {
    throw problem('invalid-body', `expiresAt is ${expiresAt}, which is in the past.`, {
      errors: [{ pointer: '/expiresAt', detail: 'must be in the future' }],
    });
  }
  if (role !== 'admin' && !(await hasKeys(tx))) {
    throw problem(
      'first-key-not-admin',
      'Once a key exists, every request needs one, and only admins can create keys. Create an admin key first.',
    );
  }
  const text = randomText('key');
  const [row] = await tx
    .insert(accessKeys)
    .values({
      id: `key_${randomBytes(8).toString('hex')}`,
      hash: hashOf(text),
      name,
      role,
      createdAt: now,
      createdBy,
      expiresAt: expiry,
    })
    .returning();
  if (row === undefined) throw new Error('A key that was created was not returned');
  return { row, text };
}

/** Returns true if a key was ever created. */
export async function hasKeys(queries: Queries): Promise<boolean> {
  const found = await queries.select({ seq: accessKeys.seq }).from(accessKeys).limit(1);
  return found.length > 0;
}

/** Returns all keys, newest first. */
export async function readKeys(queries: Queries): Promise<AccessKey[]> {
  return (await queries.select().from(accessKeys).orderBy(desc(accessKeys.seq))).map(keyView);
}

const isUsable = (now: number) =>
  and(
    isNull(accessKeys.revokedAt),
    or(isNull(accessKeys.expiresAt), gt(accessKeys.expiresAt, now)),
  );

/** Revokes a key. A revoked key is unchanged. */
export async function setRevoked(tx: Queries, id: string, now: number): Promise<AccessKey> {
  // Locks all usable admin keys, so that two admins cannot revoke each other at the same time.
  const admins = await tx
    .select({ id: accessKeys.id })
    .from(accessKeys)
    .where(and(eq(accessKeys.role, 'admin'), isUsable(now)))
    .for('update');
  const [found] = await tx.select().from(accessKeys).where(isText(accessKeys.id, id));
  if (found === undefined) {
    throw problem('key-not-found', `There is no key ${JSON.stringify(id)}.`);
  }
  if (found.revokedAt !== null) return keyView(found);
  if (admins.length === 1 && admins[0]?.id === id) {
    throw problem(
      'last-admin-key',
      'Without this key, no admin could sign in. Create another admin key first.',
    );
  }
  await tx.update(accessKeys).set({ revokedAt: now }).where(eq(accessKeys.id, id));
  return keyView({ ...found, revokedAt: now });
}

const timeOf = (at: number | null) => (at === null ? null : formatTime(at));

export function keyView(row: AccessKeyRow): AccessKey {
  return {
    _id: row.id,
    name: row.name,
    role: row.role,
    createdAt: formatTime(row.createdAt),
    createdBy: row.createdBy,
    expiresAt: timeOf(row.expiresAt),
    revokedAt: timeOf(row.revokedAt),
    lastUsedAt: timeOf(row.lastUsedAt),
  };
}

export function isKeyUsable({ revokedAt, expiresAt }: AccessKeyRow, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}
