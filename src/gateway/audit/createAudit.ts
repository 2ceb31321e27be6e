import { formatHead, type AuditHead, type AuditVerification } from '#contract/audit.ts';
import { grouped } from '#contract/digits.ts';
import type { Database } from '#platform/database/database.ts';
import { verifyChain } from './chain.ts';
import { createDeniedAttempts, type DeniedAttempts } from './deniedAttempts.ts';
import { createAuditTrail, type AuditTrail, type AuditTrailOptions } from './trail.ts';

export interface Audit {
  readonly trail: AuditTrail;
  readonly denied: DeniedAttempts;
  /**
   * Verifies the complete trail. Concurrent callers share one run.
   * @param noted entry recorded earlier, elsewhere.
   */
  verify(noted?: AuditHead | null): Promise<AuditVerification>;
  /** Chains entries from now on, and those that a killed process left. */
  readonly begin: () => void;
  /** Records the counts of denied attempts, and ends what `begin` started. */
  readonly stop: () => Promise<void>;
  /** Latest result; null: not verified yet. */
  lastVerification(): AuditVerification | null;
}

export interface AuditOptions extends AuditTrailOptions {
  readonly database: Pick<Database, 'engine' | 'queries' | 'transaction' | 'background'>;
}

export function createAudit(options: AuditOptions): Audit {
  const { database, clock } = options;
  const trail = createAuditTrail(options);
  const denied = createDeniedAttempts(trail, clock);
  const running = new Map<string, Promise<AuditVerification>>();
  let last: AuditVerification | null = null;
  return {
    trail,
    denied,
    begin: trail.begin,
    async stop() {
      await denied.stop();
      await trail.stop();
    },
    async verify(noted = null) {
      const key = JSON.stringify(noted);
      const { queries } = database.background;
      const verifying =
        running.get(key) ??
        trail
          .chain()
          .then(() => verifyChain(queries, { now: clock(), noted }))
          .finally(() => running.delete(key));
      running.set(key, verifying);
      const verification = await verifying;
      // A head given by a caller may be wrong itself.
      if (noted === null) last = verification;
      return verification;
    },
    lastVerification: () => last,
  };
}

/** Verifies the trail and prints the result. The printed line, stored elsewhere, later proves every entry. */
export async function verifyAtStart(audit: Audit, print: (line: string) => void): Promise<void> {
  const { entries, waiting, head, fault } = await audit.verify();
  if (fault !== null) {
    print(
      `The audit trail was changed: ${fault.detail} Compare it with a backup, and find out who could write to the database.`,
    );
  } else if (head !== null) {
    const count = entries === 1 ? '1 entry' : `${grouped(entries)} entries`;
    const rest = waiting === 0 ? '' : `, ${grouped(waiting)} not chained yet`;
    print(`Audit trail: ${count}, all unchanged${rest}. Last entry: ${formatHead(head)}`);
  }
}
