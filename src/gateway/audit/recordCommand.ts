import type { OperationName } from '#contract/operations/operations.ts';
import type { Database } from '#platform/database/database.ts';
import { commandName } from '#platform/http/caller.ts';
import { createAuditTrail, plainEntry } from './trail.ts';

/** Records a command that opened the database itself. */
export async function recordCommand(
  database: Database,
  operation: OperationName,
  print: (line: string) => void,
  details: object | null = null,
): Promise<void> {
  await createAuditTrail({ database, clock: Date.now, log: print }).append({
    ...plainEntry,
    actorName: commandName,
    actorRole: 'admin',
    via: 'command',
    operation,
    details: details === null ? null : JSON.stringify(details),
  });
}
