import type { UseQueryResult } from '@tanstack/react-query';
import type { Thematic } from '#contract/thematic.ts';
import type { Wallet } from '#contract/wallet.ts';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { useUserHistory } from '../history/useUserHistory.ts';
import { Split } from '../design/Split.tsx';
import { PositionsPane } from './PositionsPane.tsx';
import { StatementsPane } from './StatementsPane.tsx';
import { WhatMoved } from './WhatMoved.tsx';
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
  const { currency } = useFormat();
  const thematicId = wallet.thematics;
  const history = useUserHistory(customId, { thematicId, thematic: thematic.data });
  return (
    <>
      <Split side={<WhatMoved {...{ customId, thematicId }} unit={currency} />}>
        <HistoryPanel
          {...history}
          title={`Total of ${customId} in ${name}`}
          unit={currency}
          totalNow={wallet.total}
          whyEmpty="No records before the first holding."
        />
      </Split>
      <PositionsPane
        wallet={wallet}
        thematic={thematic.data}
        isThematicComing={thematic.isPending}
        {...{ name, onState }}
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
