import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import type { Wallet } from '#contract/wallet.ts';
import { HistoryPane } from '../history/HistoryPane.tsx';
import { historyOf } from '../history/queries.ts';
import { useCurrency, useOffer } from '../shared/api/capabilities.ts';
import { useTick } from '../shared/api/polling.ts';
import { tokensQuery } from '../shared/api/portfolio.ts';
import { formatDayTime } from '../shared/format/time.ts';
import { EmptyPane } from '../shared/ui/EmptyPane.tsx';
import { Pane } from '../shared/ui/Pane.tsx';
import { Loading } from '../shared/ui/Skeleton.tsx';
import { countWords, positionsOf } from './positionRows.ts';
import { PositionsLegend } from './PositionsLegend.tsx';
import { PositionsTable } from './PositionsTable.tsx';
import classes from './WalletOverview.module.css';

interface WalletOverviewProps {
  readonly customId: string;
  readonly wallet: Wallet;
  readonly thematic: UseQueryResult<Thematic>;
  readonly name: string;
}

/** History and positions of one wallet. */
export function WalletOverview({ customId, wallet, thematic, name }: WalletOverviewProps) {
  const currency = useCurrency();
  const offersTokens = useOffer('tokens');
  const tokens = useQuery({
    ...tokensQuery,
    enabled: offersTokens === true,
    refetchInterval: useTick(),
  });
  const source = useMemo(
    () => historyOf.wallet(customId, wallet.thematics),
    [customId, wallet.thematics],
  );
  const positions = useMemo(() => positionsOf(wallet, thematic.data), [wallet, thematic.data]);
  const dayChanges = useMemo(
    () => new Map(tokens.data?.map((token) => [token._id, token.change.day])),
    [tokens.data],
  );
  const isClosed = wallet.tokens.length === 0;
  const prices =
    positions.oldestPrice === null ? '' : `; prices of ${formatDayTime(positions.oldestPrice)} UTC`;
  return (
    <>
      <div className={classes.history}>
        <HistoryPane
          source={source}
          title={`Total of ${customId} in ${name}`}
          unit={currency}
          change="Change in value"
          totalNow={wallet.total}
          whyEmpty="No records before the first holding."
        />
      </div>
      <Pane
        title="Positions"
        sub={isClosed || thematic.isPending ? undefined : `${countWords(positions)}${prices}`}
        actions={!isClosed && thematic.data !== undefined && <PositionsLegend />}
        className={classes.positions}
      >
        {thematic.isPending ? (
          <div className={classes.positionsRoom}>
            <Loading what="the positions" />
          </div>
        ) : isClosed ? (
          <EmptyPane title="This wallet is closed">
            Its last statement of holdings is empty. It stays listed, and its history goes on at 0.
          </EmptyPane>
        ) : (
          <PositionsTable
            positions={positions}
            walletTotal={wallet.total}
            currency={currency}
            dayChanges={offersTokens === false ? undefined : dayChanges}
            hasTargets={thematic.data !== undefined}
          />
        )}
      </Pane>
    </>
  );
}

/** Stands where the wallet will stand. */
export function WalletOverviewSkeleton() {
  return (
    <div className={classes.history}>
      <div className={classes.room}>
        <Loading what="the wallet" />
      </div>
    </div>
  );
}
