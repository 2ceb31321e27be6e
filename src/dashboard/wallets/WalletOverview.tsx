import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import type { Wallet } from '#contract/wallet.ts';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { useHistoryWindow } from '../history/historyWindow.ts';
import { periodNames, spanText } from '../history/periodText.ts';
import { useUserHistory } from '../history/useUserHistory.ts';
import { movedByToken, priceChanges } from '../portfolio/moved.ts';
import { tokenQueries } from '../portfolio/thematicQueries.ts';
import { walletQueries } from '../portfolio/userQueries.ts';
import { WhatMoved } from '../portfolio/WhatMoved.tsx';
import { Split } from '../design/Split.tsx';
import { PositionsPane } from './PositionsPane.tsx';
import { StatementsPane } from './StatementsPane.tsx';
import classes from './WalletOverview.module.css';
import { useFormat } from '../preferences/format.ts';

interface WalletOverviewProps {
  readonly customId: string;
  readonly wallet: Wallet;
  readonly thematic: UseQueryResult<Thematic>;
  readonly name: string;
  /** Opens the editor of holdings. */
  readonly onState: () => void;
}

/** One wallet, pane by pane: its history, what moved it, what it holds, and what was stated. */
export function WalletOverview(props: WalletOverviewProps) {
  const { customId, wallet, thematic, name, onState } = props;
  const format = useFormat();
  const thematicId = wallet.thematics;
  const history = useUserHistory(customId, { thematicId, thematic: thematic.data });
  const { period, zoom } = useHistoryWindow();
  const query = useQuery(walletQueries.positions(customId, period, thematicId));
  // Of ten thousand positions it is work that a tick of something else must not repeat.
  const moved = useMemo(
    () => (query.data === undefined ? null : movedByToken(query.data, zoom)),
    [query.data, zoom],
  );
  const tokens = useQuery(tokenQueries.all());
  // Over a whole period prices are known of what is not held too.
  const changes = useMemo(() => {
    if (zoom !== null) return query.data ? priceChanges(query.data, zoom) : new Map();
    return new Map(tokens.data?.map(({ _id, change }) => [_id, change[period]]));
  }, [query.data, tokens.data, period, zoom]);
  return (
    <>
      <Split
        side={
          <WhatMoved
            {...{ query, moved }}
            window={zoom === null ? periodNames[period].toLowerCase() : spanText(format, zoom)}
            isZoomed={zoom !== null}
          />
        }
      >
        <HistoryPanel
          {...history}
          title={`Total of ${customId} in ${name}`}
          unit={format.currency}
          totalNow={wallet.total}
          whyEmpty="No holdings yet."
        />
      </Split>
      <PositionsPane
        wallet={wallet}
        thematic={thematic.data}
        isThematicComing={thematic.isPending}
        {...{ name, onState, changes }}
      />
      <StatementsPane {...{ wallet, thematic: thematic.data }} />
    </>
  );
}

/** Stands where the wallet will stand. */
export function WalletOverviewSkeleton() {
  return (
    <div className={classes.history}>
      <div className={classes.room} />
    </div>
  );
}
