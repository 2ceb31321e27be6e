import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { useUserHistory } from '../history/useUserHistory.ts';
import { type TaggedUser, walletQueries } from '../portfolio/userQueries.ts';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { categoriesOf } from '../portfolio/categories.ts';
import { Split } from '../design/Split.tsx';
import { UserAllocation } from './allocation/UserAllocation.tsx';
import { UserAttributes } from './UserAttributes.tsx';
import { UserMoved } from './UserMoved.tsx';
import { HoldingsPane } from './holdings/HoldingsPane.tsx';
import { useFormat } from '../preferences/format.ts';

interface UserOverviewProps {
  readonly customId: string;
  readonly query: UseQueryResult<TaggedUser>;
}

/** History, allocation, wallets and attributes of one user. */
export function UserOverview({ customId, query }: UserOverviewProps) {
  const { currency } = useFormat();
  const wallets = useQuery(walletQueries.all(customId));
  const { data: thematics } = useQuery(thematicQueries.names());
  const categories = useMemo(() => categoriesOf(thematics ?? []), [thematics]);
  const names = useMemo(
    () => new Map(thematics?.map(({ _id, name }) => [_id, name.trim()])),
    [thematics],
  );
  // A thematic without a name goes by its id.
  const nameOf = useCallback((id: string) => names.get(id) || id, [names]);
  const history = useUserHistory(customId);
  return (
    <>
      <Split
        side={
          <UserAllocation
            {...{ customId, nameOf, categories }}
            wallets={wallets.data}
            isUnread={wallets.isError}
          />
        }
      >
        <HistoryPanel
          {...history}
          title={`Total of ${customId}`}
          unit={currency}
          totalNow={query.data?.user.total ?? null}
          whyEmpty="No holdings yet."
        />
      </Split>
      <Split
        side={
          <>
            <UserMoved {...{ customId, nameOf }} />
            <UserAttributes query={query} />
          </>
        }
      >
        <HoldingsPane {...{ customId, wallets, nameOf, categories }} user={query} />
      </Split>
    </>
  );
}
