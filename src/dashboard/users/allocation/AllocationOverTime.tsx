import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { Wallet } from '#contract/wallet.ts';
import { periodParam } from '../../history/historyWindow.ts';
import { ErrorPane } from '../../design/EmptyPane.tsx';
import { Loading } from '../../design/Panel.tsx';
import { useSearchParam } from '../../url/searchParam.ts';
import now from './AllocationNow.module.css';
import { stackParam } from '../../url/params.ts';
import type { AllocationPage } from './sliceWords.ts';
import { StackPane } from './time/StackPane.tsx';
import { inThematicColours, tokenStackQuery } from './time/tokenStack.ts';
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
  const { customId, wallets, categories, by, currency } = props;
  const [form, setForm] = useSearchParam(stackParam);
  const [period] = useSearchParam(periodParam);
  const byWallet = useWalletStack({ ...props, period, isWanted: by === 'thematic' });
  const tokens = useQuery({ ...tokenStackQuery(customId, period), enabled: by === 'token' });
  const tokenStack = useMemo(
    () => tokens.data && inThematicColours(tokens.data, wallets, categories),
    [tokens.data, wallets, categories],
  );
  const byToken: StackRead = {
    stack: tokenStack,
    error: tokens.error,
    isOld: tokens.isPlaceholderData,
    retry: () => void tokens.refetch(),
  };
  const { stack, error, isOld, retry } = by === 'thematic' ? byWallet : byToken;
  return (
    <div className={now.body}>
      <div className={now.tools}>
        {props.forming}
        <SegmentedControl
          aria-label="Over time as"
          data={[...stackForms]}
          value={form}
          onChange={setForm}
          size="xs"
        />
      </div>
      {stack !== undefined ? (
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
