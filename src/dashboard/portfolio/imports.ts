import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { getImports, undoImport } from '#contract/operations/userImports.ts';
import type { PastImport } from '#contract/userImport.ts';
import { call, callLines } from '../api/client.ts';
import type { Format } from '../preferences/format.ts';
import { keys } from './queryKeys.ts';

/** The last imports of users, newest first. */
export const importsQuery = queryOptions({
  queryKey: keys.imports,
  queryFn: ({ signal }) => call(getImports, {}, signal),
});

/** Something that changed since an import, and stays as it is. */
interface KeptChange {
  readonly user: string;
  readonly reason: string;
}

export interface UndoneImports {
  readonly restored: number;
  readonly kept: readonly KeptChange[];
}

/** Undoes imports, the last one first. */
export const undoImports = mutationOptions({
  mutationFn: async (ids: readonly string[]): Promise<UndoneImports> => {
    let restored = 0;
    const kept: KeptChange[] = [];
    for (const id of ids.toReversed()) {
      for await (const line of callLines(undoImport, { params: { id } }, {})) {
        if ('user' in line) kept.push(line);
        else if ('problem' in line) throw new Error(line.problem.detail);
        else if ('result' in line) restored += line.result.restored;
      }
    }
    return { restored, kept };
  },
  meta: { invalidates: [keys.directory, keys.users, keys.imports, keys.auditTrail] },
});

/** Whether an import can be undone, and until when, or when it was. */
export function undoState({ undoUntil, undoneAt }: PastImport, format: Format): string {
  if (undoUntil !== null) return `Can be undone until ${format.shortDate(undoUntil)}`;
  return undoneAt === null ? 'Changed nothing' : `Undone ${format.shortDateTime(undoneAt)}`;
}
