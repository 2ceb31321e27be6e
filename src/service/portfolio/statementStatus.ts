import type { Statement } from '#contract/statement.ts';

export interface DatedEntry {
  readonly subject: string | number;
  readonly at: number;
  readonly isRetraction: boolean;
}

/**
 * The status of each statement, newest first: the latest one of each instant counts, and of those the latest one up to
 * the as-of instant applies.
 */
export function statusesOf(entries: readonly DatedEntry[], asOf: number): Statement['status'][] {
  const latest = new Map<string, DatedEntry>();
  const inForce = new Map<DatedEntry['subject'], number>();
  const keyOf = ({ subject, at }: DatedEntry) => `${subject} ${at}`;
  for (const entry of entries) {
    if (latest.has(keyOf(entry))) continue;
    latest.set(keyOf(entry), entry);
    const since = inForce.get(entry.subject) ?? Number.NEGATIVE_INFINITY;
    if (!entry.isRetraction && entry.at <= asOf && entry.at > since) {
      inForce.set(entry.subject, entry.at);
    }
  }
  return entries.map((entry) => {
    const last = latest.get(keyOf(entry));
    if (last !== entry) return last?.isRetraction === true ? 'retracted' : 'replaced';
    return inForce.get(entry.subject) === entry.at ? 'current' : 'earlier';
  });
}
