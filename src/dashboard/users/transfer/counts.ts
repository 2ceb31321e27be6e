import { formatCount } from '../../shared/format/number.ts';
import type { PlannedRow, Verdict } from './plan.ts';

/** What becomes of users that are there already and differ. */
export type Existing = 'skip' | 'update';

export type Counts = Readonly<Record<Verdict, number>>;

export function countVerdicts(planned: readonly PlannedRow[]): Counts {
  const counts = { create: 0, update: 0, same: 0, invalid: 0 };
  for (const { verdict } of planned) counts[verdict] += 1;
  return counts;
}

/** Whether a row is sent at all. */
export function isToSend({ verdict }: PlannedRow, existing: Existing): boolean {
  return verdict === 'create' || (verdict === 'update' && existing === 'update');
}

/** The words of the button that sends; null: there is nothing to send. */
export function sendingWords({ create, update }: Counts, existing: Existing): string | null {
  const updated = existing === 'update' ? update : 0;
  if (create === 0) return updated === 0 ? null : `Update ${usersOf(updated)}`;
  const created = `Create ${usersOf(create)}`;
  return updated === 0 ? created : `${created}, update ${formatCount(updated)}`;
}

export function usersOf(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'user' : 'users'}`;
}

export function rowsOf(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;
}
