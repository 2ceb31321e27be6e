import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { auditChange, type AuditChange, type ReportedChange } from '#contract/auditChange.ts';

// Old and new values may be personal data. They are stored outside the chain, which holds only their digest: after an erasure,
// the chain still verifies. The salt prevents guessing short values from the digest.

/** Maximum characters of one value, and of all values of an entry. */
const maxValueLength = 2000;
const maxTextLength = 32_000;

const changeList = z.array(auditChange);

/** Returns the text of changes to store and hash; null: no changes. */
export function changesText(changes: readonly ReportedChange[]): string | null {
  if (changes.length === 0) return null;
  const texts: string[] = [];
  let length = 0;
  for (const change of changes) {
    const text = JSON.stringify(cut(change));
    length += text.length;
    if (length > maxTextLength) break;
    texts.push(text);
  }
  const left = changes.length - texts.length;
  if (left > 0) texts.push(JSON.stringify({ field: 'more', after: left } satisfies ReportedChange));
  return `[${texts.join(',')}]`;
}

export function readChangesText(text: string): AuditChange[] {
  return changeList.parse(JSON.parse(text));
}

export const newSalt = (): string => randomBytes(32).toString('hex');

/** Returns HMAC-SHA256 of the text of changes, keyed with their salt. */
export function digestOf({ salt, changes }: { salt: string; changes: string }): string {
  return createHmac('sha256', Buffer.from(salt, 'hex')).update(changes).digest('hex');
}

function cut(change: ReportedChange): AuditChange {
  const { before, after, ...rest } = change;
  const values = Object.entries({ before, after }).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const json = JSON.stringify(value);
    if (json.length <= maxValueLength) return [{ key, value, isCut: false }];
    const text = typeof value === 'string' ? value : json;
    return [{ key, value: text.slice(0, maxValueLength).toWellFormed(), isCut: true }];
  });
  return {
    ...rest,
    ...Object.fromEntries(values.map(({ key, value }) => [key, value])),
    ...(values.some(({ isCut }) => isCut) ? { isCut: true as const } : {}),
  };
}
