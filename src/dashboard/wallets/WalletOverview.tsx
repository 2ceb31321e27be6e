import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import type { Wallet } from '#contract/wallet.ts';
import { HistoryPane } from '../history/HistoryPane.tsx';
import { historyOf } from '../history/queries.ts';
import { useCurrency } from '../shared/api/capabilities.ts';
import { Loading } from '../shared/ui/Skeleton.tsx';
import { Split } from '../shared/ui/Split.tsx';
import { useBenchmark } from './benchmark.tsx';
import { PositionsPane } from './PositionsPane.tsx';
import { StatementsPane } from './StatementsPane.tsx';
import { WhatMoved } from './WhatMoved.tsx';
import classes from './WalletOverview.module.css';

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
  const currency = useCurrency();
  const thematicId = wallet.thematics;
  const source = useMemo(() => historyOf.wallet(customId, thematicId), [customId, thematicId]);
  const benchmark = useBenchmark(customId, thematic.data);
  return (
    <>
      <Split side={<WhatMoved {...{ customId, thematicId }} unit={currency} />}>
        <HistoryPane
          source={source}
          title={`Total of ${customId} in ${name}`}
          unit={currency}
          change="Change in value"
          totalNow={wallet.total}
          whyEmpty="No records before the first holding."
          {...benchmark}
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
      <div className={classes.room}>
        <Loading what="the wallet" />
      </div>
    </div>
  );
}
