import { type UserOutcome, userOutcomes } from '#contract/userImport.ts';
import type { Format } from '../../preferences/format.ts';

export type OutcomeCounts = Readonly<Record<UserOutcome, number>>;

const plans: Record<UserOutcome, string> = {
  created: 'will be created.',
  updated: 'will be updated.',
  unchanged: 'will not change.',
  skipped: 'will be skipped: they already exist.',
  failed: 'cannot be imported.',
};

export function planSentences(format: Format, counts: OutcomeCounts): string[] {
  return userOutcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${format.count(counts[outcome], 'user')} ${plans[outcome]}`);
}

export function doneFigures(format: Format, counts: OutcomeCounts): string {
  return userOutcomes
    .filter((outcome) => counts[outcome] > 0 || outcome === 'created' || outcome === 'updated')
    .map((outcome) => `${format.number(counts[outcome])} ${outcome}`)
    .join(', ');
}

export function importLabel(format: Format, { created, updated }: OutcomeCounts): string | null {
  if (created === 0) return updated === 0 ? null : `Update ${format.count(updated, 'user')}`;
  const label = `Create ${format.count(created, 'user')}`;
  return updated === 0 ? label : `${label}, update ${format.number(updated)}`;
}
