import { failuresCsv } from '#contract/failuresCsv.ts';
import type { UserOutcome } from '#contract/userImport.ts';
import { download } from '../../design/download.ts';
import type { Format } from '../../preferences/format.ts';
import type { RunView } from './importRun.ts';

type Counts = Readonly<Record<UserOutcome, number>>;

export function usersOf(format: Format, count: number): string {
  return `${format.number(count)} ${count === 1 ? 'user' : 'users'}`;
}

export function rowsOf(format: Format, count: number): string {
  return `${format.number(count)} ${count === 1 ? 'row' : 'rows'}`;
}

const is = (count: number) => (count === 1 ? 'is' : 'are');

/** What an import will do, in a sentence for each kind. */
export function planSentences(
  format: Format,
  { created, updated, unchanged, skipped, failed }: Counts,
): string[] {
  return [
    ...(created > 0 ? [`${usersOf(format, created)} ${is(created)} created.`] : []),
    ...(updated > 0
      ? [`${usersOf(format, updated)} ${updated === 1 ? 'changes' : 'change'}.`]
      : []),
    ...(unchanged > 0
      ? [`${usersOf(format, unchanged)} ${is(unchanged)} as the file says already.`]
      : []),
    ...(skipped > 0
      ? [
          `${usersOf(format, skipped)} ${skipped === 1 ? 'exists and is' : 'exist and are'} left as ${skipped === 1 ? 'it is' : 'they are'}.`,
        ]
      : []),
    ...(failed > 0 ? [`${usersOf(format, failed)} cannot be imported.`] : []),
  ];
}

/** What an import did, in figures. */
export function doneFigures(
  format: Format,
  { created, updated, unchanged, skipped, failed }: Counts,
): string {
  return [
    `${format.number(created)} created`,
    `${format.number(updated)} updated`,
    ...(unchanged > 0 ? [`${format.number(unchanged)} unchanged`] : []),
    ...(skipped > 0 ? [`${format.number(skipped)} skipped`] : []),
    ...(failed > 0 ? [`${format.number(failed)} failed`] : []),
  ].join(', ');
}

/** The label of the button that imports; null: there is nothing to import. */
export function importLabel(format: Format, { created, updated }: Counts): string | null {
  if (created === 0) return updated === 0 ? null : `Update ${usersOf(format, updated)}`;
  const label = `Create ${usersOf(format, created)}`;
  return updated === 0 ? label : `${label}, update ${format.number(updated)}`;
}

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
