import type { OperationName } from '#contract/operations/operations.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import { commandName } from '#platform/http/caller.ts';
import { createAuditTrail, plainEntry, type NewEntry } from './trail.ts';
import { insertEntries } from './waiting.ts';

const entryOf = (
  operation: OperationName,
  result: NewEntry['result'],
  details: object | null,
): NewEntry => ({
  ...plainEntry,
  actorName: commandName,
  actorRole: 'admin',
  via: 'command',
  operation,
  result,
  details: details === null ? null : JSON.stringify(details),
});

/** Records a command that opened the database itself. */
export async function recordCommand(
  database: Database,
  operation: OperationName,
  print: (line: string) => void,
  result: 'started' | 'ok' = 'ok',
): Promise<void> {
  const trail = createAuditTrail({ database, clock: Date.now, log: print });
  await trail.append(entryOf(operation, result, null));
  await trail.stop();
}

/** Records a change of such a command in the change's transaction. The next start chains the entry. */
export async function recordCommandWithin(
  tx: Queries,
  operation: OperationName,
  details: object | null = null,
): Promise<void> {
  await insertEntries(tx, [{ ...entryOf(operation, 'ok', details), at: Date.now() }]);
}
