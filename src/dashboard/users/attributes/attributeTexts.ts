import type { UserOutcome } from '#contract/userImport.ts';
import type { Format } from '../../preferences/format.ts';
import type { OutcomeCounts } from '../transfer/importMessages.ts';
import type { AttributeAction, AttributeDraft } from './attributeChange.ts';

/** Outcomes of a change. No user is created or skipped. */
export const changeOutcomes = ['updated', 'unchanged', 'failed'] as const satisfies UserOutcome[];
type ChangeOutcome = (typeof changeOutcomes)[number];

export const isChangeOutcome = (outcome: UserOutcome): outcome is ChangeOutcome =>
  changeOutcomes.some((one) => one === outcome);

export const unchangedTexts: Readonly<Record<AttributeAction, { one: string; many: string }>> = {
  set: { one: 'already has it', many: 'already have it' },
  remove: { one: 'does not have it', many: 'do not have it' },
};

/** `12 users will change.` */
export function changeSentences(
  format: Format,
  action: AttributeAction,
  counts: OutcomeCounts,
): string[] {
  const { one, many } = unchangedTexts[action];
  const texts: Record<ChangeOutcome, string> = {
    updated: 'will change',
    unchanged: counts.unchanged === 1 ? one : many,
    failed: 'cannot be changed',
  };
  return changeOutcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${format.count(counts[outcome], 'user')} ${texts[outcome]}.`);
}

/** `12 changed, 3 unchanged` */
export function changeFigures(format: Format, counts: OutcomeCounts): string {
  const words: Record<ChangeOutcome, string> = {
    updated: 'changed',
    unchanged: 'unchanged',
    failed: 'failed',
  };
  return changeOutcomes
    .filter((outcome) => counts[outcome] > 0 || outcome === 'updated')
    .map((outcome) => `${format.number(counts[outcome])} ${words[outcome]}`)
    .join(', ');
}

/** `Set country to CH`, or `Remove country`. */
export const draftText = ({ action, name, text }: AttributeDraft): string =>
  action === 'set' ? `Set ${name} to ${text}` : `Remove ${name}`;
