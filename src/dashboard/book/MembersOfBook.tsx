import { Anchor } from '@mantine/core';
import { PageLink } from '../design/PageLink.tsx';
import { MembersBar } from '../members/MembersBar.tsx';
import type { SelectedMembers } from '../members/useMembership.ts';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { pageLinks } from '../url/pageLinks.ts';
import type { OverviewOfPage } from './useBookOverview.ts';

interface MembersOfBookProps {
  readonly members: SelectedMembers;
  readonly overview: OverviewOfPage;
}

/** The members of the book, and how many of them have missing data. */
export function MembersOfBook({ members, overview: { counts, histories } }: MembersOfBookProps) {
  const format = useFormat();
  const isPast = useAsOf() !== null;
  return (
    <MembersBar members={members}>
      {isPast && ' The date changes holdings, not membership.'}
      {counts !== null && counts.unknown > 0 && (
        <>
          {' '}
          {format.count(counts.unknown, 'member')} {counts.unknown === 1 ? 'has' : 'have'} missing
          data
          {histories === null && (
            <>
              :{' '}
              <Anchor component={PageLink} inherit underline="always" to={pageLinks.quality.to}>
                data quality
              </Anchor>
            </>
          )}
          .
        </>
      )}
      {histories !== null &&
        ` ${format.number(histories.read)} of ${format.count(histories.of, 'history').replace(/historys$/, 'histories')} read.`}
    </MembersBar>
  );
}
