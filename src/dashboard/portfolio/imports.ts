import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { getImports, undoImport } from '#contract/operations/userImports.ts';
import type { PastImport } from '#contract/userImport.ts';
import { call, callLines } from '../api/client.ts';
import type { Format } from '../preferences/format.ts';
import { keys } from './queryKeys.ts';

export const importsQuery = queryOptions({
  queryKey: keys.imports,
  queryFn: ({ signal }) => call(getImports, {}, signal),
});

/** A change made after an import, which Undo leaves unchanged. */
interface SkippedChange {
  readonly user: string;
  readonly reason: string;
}

export interface UndoneImports {
  readonly restored: number;
  readonly skipped: readonly SkippedChange[];
}

export const undoImports = mutationOptions({
  mutationFn: async (ids: readonly string[]): Promise<UndoneImports> => {
    let restored = 0;
    const skipped: SkippedChange[] = [];
    for (const id of ids.toReversed()) {
      for await (const line of callLines(undoImport, { params: { id } }, {})) {
        if ('user' in line) skipped.push(line);
        else if ('problem' in line) throw new Error(line.problem.detail);
        else if ('result' in line) restored += line.result.restored;
      }
    }
    return { restored, skipped };
  },
  meta: { invalidates: [keys.directory, keys.users, keys.imports, keys.auditTrail] },
});

export function undoState({ undoUntil, undoneAt }: PastImport, format: Format): string {
  if (undoUntil !== null) return `Can be undone until ${format.shortDate(undoUntil)}`;
  return undoneAt === null ? 'No changes' : `Undone ${format.shortDateTime(undoneAt)}`;
}
