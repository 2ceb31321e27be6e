import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { HistoryPane } from '../history/HistoryPane.tsx';
import { historyOf } from '../history/queries.ts';
import { useCurrency } from '../shared/api/capabilities.ts';
import { useTick } from '../shared/api/polling.ts';
import { type TaggedUser, walletsQuery } from '../shared/api/portfolio.ts';
import { thematicsQuery } from '../shared/api/thematics.ts';
import { walletCategories } from '../shared/categories.ts';
import { formatCount } from '../shared/format/number.ts';
import { Pane } from '../shared/ui/Pane.tsx';
import { Query } from '../shared/ui/Query.tsx';
import { Split } from '../shared/ui/Split.tsx';
import { UserAllocation } from './UserAllocation.tsx';
import { UserAttributes } from './UserAttributes.tsx';
import { NoWallets, WalletsSkeleton, WalletsTable } from './WalletsTable.tsx';

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
  const nameOf = useCallback(
    (id: string) => thematics?.find((thematic) => thematic._id === id)?.name ?? id,
    [thematics],
  );
  const source = useMemo(() => historyOf.user(customId), [customId]);
  const count = wallets.data?.length;
  return (
    <>
      <Split
        side={<UserAllocation wallets={wallets.data} nameOf={nameOf} categories={categories} />}
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
        <Pane title="Wallets" sub={count === undefined ? undefined : formatCount(count)}>
          <Query
            query={wallets}
            what="Wallets"
            loading={<WalletsSkeleton />}
            isEmpty={(data) => data.length === 0}
            empty={<NoWallets customId={customId} />}
          >
            {(data) => (
              <WalletsTable
                wallets={data}
                nameOf={nameOf}
                categories={categories}
                currency={currency}
                customId={customId}
              />
            )}
          </Query>
        </Pane>
      </Split>
    </>
  );
}
