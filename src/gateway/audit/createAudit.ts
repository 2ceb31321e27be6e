import { formatHead } from '#contract/audit.ts';
import { grouped } from '#contract/digits.ts';
import type { Database } from '#platform/database/database.ts';
import { verifyChain } from './chain.ts';
import { createDeniedTries, type DeniedTries } from './deniedTries.ts';
import { createAuditTrail, type AuditTrail, type AuditTrailOptions } from './trail.ts';

export interface Audit {
  readonly trail: AuditTrail;
  readonly denied: DeniedTries;
}

/** The audit trail of a process, and what it counts of tries that were denied. */
export function createAudit(options: AuditTrailOptions): Audit {
  const trail = createAuditTrail(options);
  return { trail, denied: createDeniedTries(trail, options.clock) };
}

/** Says in a line whether every entry is as it was written: the line, kept elsewhere, vouches for all of them later. */
export async function verifyAtStart(
  { background }: Database,
  { now, print }: { readonly now: number; readonly print: (line: string) => void },
): Promise<void> {
  const { entries, head, fault } = await verifyChain(background.queries, { now });
  if (fault !== null) {
    print(
      `The audit trail is not as it was written: ${fault.detail} Compare it with a backup, and find out who could write to the database.`,
    );
  } else if (head !== null) {
    const count = entries === 1 ? '1 entry' : `${grouped(entries)} entries`;
    print(`Audit trail: ${count}, as they were written. The last one is ${formatHead(head)}`);
  }
}
