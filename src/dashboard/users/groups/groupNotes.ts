import type { GroupBy } from '#contract/directoryGroupParameters.ts';
import type { Format } from '../../preferences/format.ts';
import { groupingLabel } from './groupParams.ts';
import type { GroupsAnswer } from './groupQueries.ts';

/** Returns whether the totals of the groups add up: a wallet is in one thematic, but a user may have several values. */
export const addsUp = ({ repeated }: Pick<GroupsAnswer, 'repeated'>, by: GroupBy): boolean =>
  by === 'thematic' || repeated === 0;

/** Notes on the coverage of the groups' figures, and on whether they add up. */
export function groupNotes(
  format: Format,
  answer: GroupsAnswer,
  [first = 'thematic', second]: readonly GroupBy[],
): string {
  const { repeated, others, groups, reason } = answer;
  const users = `${format.count(repeated, 'user')} ${repeated === 1 ? 'is' : 'are'} in several groups`;
  const several =
    repeated === 0
      ? ''
      : first === 'thematic'
        ? `${users}, so counts do not add up.`
        : `${users}, so counts and totals do not add up.`;
  const isAnyThematic = first === 'thematic' || second === 'thematic';
  const [only] = groups;
  const isMissing = groups.length === 1 && only?.value === null;
  return [
    isMissing && `No user of the list has a ${groupingLabel(first)}.`,
    isAnyThematic && 'By thematic, figures are those of the wallets in it, so totals add up.',
    several,
    others !== null &&
      `The ${format.number(groups.length)} largest groups by ${groupingLabel(first)} are shown.`,
    reason,
  ]
    .filter(Boolean)
    .join(' ');
}
