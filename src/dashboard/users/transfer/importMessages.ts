import type { UserOutcome } from '#contract/userImport.ts';
import { formatCount } from '../../shared/format/number.ts';

type Counts = Readonly<Record<UserOutcome, number>>;

export function usersOf(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'user' : 'users'}`;
}

export function rowsOf(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;
}

const is = (count: number) => (count === 1 ? 'is' : 'are');

/** What an import will do, in a sentence for each kind. */
export function planSentences({ created, updated, unchanged, skipped, failed }: Counts): string[] {
  return [
    ...(created > 0 ? [`${usersOf(created)} ${is(created)} created.`] : []),
    ...(updated > 0 ? [`${usersOf(updated)} ${updated === 1 ? 'changes' : 'change'}.`] : []),
    ...(unchanged > 0 ? [`${usersOf(unchanged)} ${is(unchanged)} as the file says already.`] : []),
    ...(skipped > 0
      ? [
          `${usersOf(skipped)} ${skipped === 1 ? 'exists and is' : 'exist and are'} left as ${skipped === 1 ? 'it is' : 'they are'}.`,
        ]
      : []),
    ...(failed > 0 ? [`${usersOf(failed)} cannot be imported.`] : []),
  ];
}

/** What an import did, in figures. */
export function doneFigures({ created, updated, unchanged, skipped, failed }: Counts): string {
  return [
    `${formatCount(created)} created`,
    `${formatCount(updated)} updated`,
    ...(unchanged > 0 ? [`${formatCount(unchanged)} unchanged`] : []),
    ...(skipped > 0 ? [`${formatCount(skipped)} skipped`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
  ].join(', ');
}

/** The label of the button that imports; null: there is nothing to import. */
export function importLabel({ created, updated }: Counts): string | null {
  if (created === 0) return updated === 0 ? null : `Update ${usersOf(updated)}`;
  const label = `Create ${usersOf(created)}`;
  return updated === 0 ? label : `${label}, update ${formatCount(updated)}`;
}
