import { type UserOutcome, userOutcomes } from '#contract/userImport.ts';
import type { Format } from '../../preferences/format.ts';

type Counts = Readonly<Record<UserOutcome, number>>;

const plans: Record<UserOutcome, (users: string, isOne: boolean) => string> = {
  created: (users, isOne) => `${users} ${isOne ? 'is' : 'are'} created.`,
  updated: (users, isOne) => `${users} ${isOne ? 'changes' : 'change'}.`,
  unchanged: (users, isOne) => `${users} ${isOne ? 'is' : 'are'} as the file says already.`,
  skipped: (users, isOne) =>
    `${users} ${isOne ? 'exists and is left as it is' : 'exist and are left as they are'}.`,
  failed: (users) => `${users} cannot be imported.`,
};

export function planSentences(format: Format, counts: Counts): string[] {
  return userOutcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => plans[outcome](format.count(counts[outcome], 'user'), counts[outcome] === 1));
}

export function doneFigures(format: Format, counts: Counts): string {
  return userOutcomes
    .filter((outcome) => counts[outcome] > 0 || outcome === 'created' || outcome === 'updated')
    .map((outcome) => `${format.number(counts[outcome])} ${outcome}`)
    .join(', ');
}

export function importLabel(format: Format, { created, updated }: Counts): string | null {
  if (created === 0) return updated === 0 ? null : `Update ${format.count(updated, 'user')}`;
  const label = `Create ${format.count(created, 'user')}`;
  return updated === 0 ? label : `${label}, update ${format.number(updated)}`;
}
