import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Wallet } from '#contract/wallet.ts';
import { periodParam } from '../../history/period.ts';
import { useOffer } from '../../shared/api/capabilities.ts';
import { Choice } from '../../shared/ui/Choice.tsx';
import { EmptyPane } from '../../shared/ui/EmptyPane.tsx';
import { ErrorPane } from '../../shared/ui/ErrorPane.tsx';
import { Loading } from '../../shared/ui/Skeleton.tsx';
import { useSearchParam } from '../../shared/url/searchParam.ts';
import now from './AllocationNow.module.css';
import { stackParam } from './params.ts';
import type { AllocationPage } from './sliceWords.ts';
import { StackPane } from './time/StackPane.tsx';
import { tokenStackQuery } from './time/tokenStack.ts';
import { type StackRead, useWalletStack } from './time/walletStack.ts';
import classes from './UserAllocation.module.css';

interface AllocationOverTimeProps extends AllocationPage {
  readonly customId: string;
  readonly wallets: readonly Wallet[];
  readonly by: 'thematic' | 'token';
  readonly currency: string | null;
  readonly forming: ReactNode;
}

const stackForms = [
  { value: 'share', label: 'Share' },
  { value: 'amount', label: 'Amount' },
  { value: 'table', label: 'Table' },
] as const;

/** How what a user is made of changed over the period of the chart. */
export function AllocationOverTime(props: AllocationOverTimeProps) {
  const { customId, by, currency } = props;
  const [form, setForm] = useSearchParam(stackParam);
  const [period] = useSearchParam(periodParam);
  const offersPositions = useOffer('positions');
  const byWallet = useWalletStack({ ...props, period, isWanted: by === 'thematic' });
  const tokens = useQuery({
    ...tokenStackQuery(customId, period),
    enabled: by === 'token' && offersPositions === true,
  });
  const byToken: StackRead = {
    stack: tokens.data,
    error: tokens.error,
    isOld: tokens.isPlaceholderData,
    retry: () => void tokens.refetch(),
  };
  const { stack, error, isOld, retry } = by === 'thematic' ? byWallet : byToken;
  return (
    <div className={now.body}>
      <div className={now.tools}>
        {props.forming}
        <Choice
          label="Over time as"
          choices={stackForms}
          chosen={form}
          onChoose={setForm}
          size="small"
        />
      </div>
      {by === 'token' && offersPositions === false ? (
        <EmptyPane title="This service does not tell">
          What each token was worth over time is not in the interface. By thematic it can be shown.
        </EmptyPane>
      ) : stack !== undefined ? (
        <StackPane {...{ customId, stack, form, period, isOld, currency, by }} />
      ) : error !== null ? (
        <ErrorPane what="The allocation over time" error={error} onRetry={retry} />
      ) : (
        <div className={classes.room}>
          <Loading what="the allocation over time" />
        </div>
      )}
    </div>
  );
}
