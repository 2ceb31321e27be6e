import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { HistoryPane } from '../history/HistoryPane.tsx';
import { historyOf } from '../history/queries.ts';
import { useCurrency } from '../shared/api/capabilities.ts';
import { useTick } from '../shared/api/polling.ts';
import { type TaggedUser, walletsQuery } from '../shared/api/portfolio.ts';
import { thematicsQuery } from '../shared/api/thematics.ts';
import { walletCategories } from '../shared/categories.ts';
import { Split } from '../shared/ui/Split.tsx';
import { UserAllocation } from './allocation/UserAllocation.tsx';
import { UserAttributes } from './UserAttributes.tsx';
import { HoldingsPane } from './holdings/HoldingsPane.tsx';

interface UserOverviewProps {
  readonly customId: string;
  readonly query: UseQueryResult<TaggedUser>;
}

/** History, allocation, wallets and attributes of one user. */
export function UserOverview({ customId, query }: UserOverviewProps) {
  const tick = useTick();
  const currency = useCurrency();
  const wallets = useQuery({ ...walletsQuery(customId), refetchInterval: tick });
  const { data: thematics } = useQuery(thematicsQuery);
  const categories = useMemo(
    () => walletCategories(thematics ?? [], wallets.data ?? []),
    [thematics, wallets.data],
  );
  const names = useMemo(
    () => new Map(thematics?.map(({ _id, name }) => [_id, name.trim()])),
    [thematics],
  );
  // A thematic without a name goes by its id.
  const nameOf = useCallback((id: string) => names.get(id) || id, [names]);
  const source = useMemo(() => historyOf.user(customId), [customId]);
  return (
    <>
      <Split
        side={
          <UserAllocation
            {...{ customId, nameOf, categories, currency }}
            wallets={wallets.data}
            isUnread={wallets.isError}
          />
        }
      >
        <HistoryPane
          source={source}
          title={`Total of ${customId}`}
          unit={currency}
          change="Change in value"
          totalNow={query.data?.user.total ?? null}
          whyEmpty="No records before the first holding."
        />
      </Split>
      <Split side={<UserAttributes query={query} />}>
        <HoldingsPane {...{ customId, wallets, nameOf, categories, currency }} user={query} />
      </Split>
    </>
  );
}
