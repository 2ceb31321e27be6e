import { failuresCsv } from '#contract/failuresCsv.ts';
import { download } from '../../shared/files/download.ts';
import type { RunView } from './importRun.ts';

/** Saves the rows that failed in the last of some runs, with line and reason. */
export function saveFailures(name: string, views: readonly RunView[]): void {
  const last = views.at(-1);
  const failed = last?.users.filter(({ outcome }) => outcome === 'failed') ?? [];
  const csv = failuresCsv(last?.begun?.columns ?? [], failed);
  download(
    `${name.replace(/(\.\w+)+$/, '')} not imported.csv`,
    new Blob([csv], { type: 'text/csv' }),
  );
}
