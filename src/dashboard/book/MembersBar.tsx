import { Anchor, Group, Text } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { PageLink } from '../design/PageLink.tsx';
import { isListed } from '../members/bookAddress.ts';
import { FilterChip } from '../members/FilterChip.tsx';
import type { SelectedMembers } from '../members/useMembership.ts';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { pageLinks } from '../url/pageLinks.ts';
import type { OverviewOfPage } from './useBookOverview.ts';

interface MembersBarProps {
  readonly members: SelectedMembers;
  readonly overview: OverviewOfPage;
}

/** Who belongs to the book, in the words of the list of users. */
export function MembersBar({ members: { conditions, list }, overview }: MembersBarProps) {
  const format = useFormat();
  const isPast = useAsOf() !== null;
  const [params] = useSearchParams();
  const { counts, histories } = overview;
  return (
    <Group component="section" aria-label="Members" gap="xs" px="var(--gutter)" py="xs" mih={44}>
      {conditions.length === 0 && <Text size="sm">All users</Text>}
      {conditions.map(({ name, label, value, remove }) => (
        <FilterChip
          key={name}
          {...{ label, value }}
          removeLabel={`Remove filter: ${label} ${value}`}
          onRemove={remove}
        />
      ))}
      <Text size="xs" c="dimmed" ml="auto">
        Members are those who match now.
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
          ` ${format.number(histories.read)} of ${format.count(histories.of, 'history').replace(/historys$/, 'histories')} read.`}{' '}
        {isListed(params) && (
          <Anchor component={PageLink} inherit underline="always" to={list}>
            Show the users
          </Anchor>
        )}
      </Text>
    </Group>
  );
}
