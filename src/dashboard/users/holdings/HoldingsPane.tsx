import { Box, Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { knownSumOf, reconciles } from '#analytics/weights.ts';
import type { Wallet } from '#contract/wallet.ts';
import { TableSkeleton } from '../../design/DataTable.tsx';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { Panel, Query } from '../../design/Panel.tsx';
import { TableSort } from '../../design/ListTools.tsx';
import { Segments } from '../../design/Segments.tsx';
import { useHistoryWindow } from '../../history/historyWindow.ts';
import { usePastWallets } from '../../portfolio/usePastWallets.ts';
import { holdingsTexts } from '../../portfolio/holdingsTexts.ts';
import { type TaggedUser, walletQueries } from '../../portfolio/userQueries.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { useAsOf } from '../../url/asOf.ts';
import { editParam, holdingsParam } from '../../url/params.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { useWalletsModel, walletsTable, WalletsTable } from './WalletsTable.tsx';
import classes from './holdings.module.css';
import { useMayState } from '../../portfolio/session.ts';

// Loaded on demand: few users look at every token on their first visit.
const AllPositions = lazyComponent(
  async () => (await import('./AllPositions.tsx')).AllPositions,
  <Box h={240} />,
);

interface HoldingsPaneProps {
  readonly customId: string;
  readonly user: UseQueryResult<TaggedUser>;
  readonly wallets: UseQueryResult<Wallet[]>;
}

const views = { wallets: 'By wallet', positions: 'All positions' } as const;

export function HoldingsPane(props: HoldingsPaneProps) {
  const format = useFormat();
  const { customId, user, wallets } = props;
  const [view, setView] = useSearchParam(holdingsParam);
  const { isEnded } = useHistoryWindow();
  const asOf = useAsOf();
  const past = usePastWallets(customId);
  const presentTotal = useComparableTotal(user, wallets);
  // The total of then is the sum of the wallets, or reported with them.
  const userTotal = asOf === null ? presentTotal : (past?.total ?? null);
  const shown = wallets.data ?? noWallets;
  const byWallet = useWalletsModel(customId, shown);
  const { model } = byWallet;
  const count = shown.length;
  const isByWallet = view === 'wallets';
  const counts = past?.positionsReason != null ? format.number(count) : countLabel(format, shown);
  return (
    <Panel
      title={isByWallet ? 'Wallets' : 'Positions'}
      sub={
        isByWallet
          ? count > 0 && [counts, byWallet.lines.note].filter(Boolean).join(', ')
          : isEnded && asOf === null && 'now'
      }
      actions={<Segments label="Holdings" choices={views} chosen={view} onChoose={setView} />}
    >
      {isByWallet && count > 1 && (
        <Box hiddenFrom="sm" display="flex" px="var(--gutter)" pb="xs" className={classes.order}>
          <TableSort label="Sort by" model={model} />
        </Box>
      )}
      <Query
        query={wallets}
        what="Wallets"
        path={walletQueries.path(customId, asOf)}
        loading={<TableSkeleton {...walletsTable} model={model} rowCount={4} />}
        isEmpty={(data) => data.length === 0}
        empty={
          asOf === null ? (
            <NoWallets customId={customId} />
          ) : (
            <EmptyPane title="No wallets then">{past?.reason}</EmptyPane>
          )
        }
      >
        {(data) =>
          isByWallet ? (
            <WalletsTable {...byWallet} customId={customId} userTotal={userTotal} />
          ) : past?.positionsReason != null ? (
            <EmptyPane title="Positions not known">{past.positionsReason}</EmptyPane>
          ) : (
            <AllPositions customId={customId} wallets={data} />
          )
        }
      </Query>
    </Panel>
  );
}

const noWallets: readonly Wallet[] = [];

/** “8, 24 positions” */
function countLabel(format: Format, wallets: readonly Wallet[]): string {
  const positions = wallets.reduce((count, { tokens }) => count + tokens.length, 0);
  return `${format.number(wallets.length)}, ${format.count(positions, 'position')}`;
}

function NoWallets({ customId }: { readonly customId: string }) {
  const [, setEdit] = useSearchParam(editParam);
  const mayEdit = useMayState();
  return (
    <EmptyPane
      actions={mayEdit && <Button onClick={() => setEdit('holdings')}>{holdingsTexts.add}</Button>}
      title={
        <>
          <bdi>{customId}</bdi> has no wallets
        </>
      }
    >
      {holdingsTexts.howToBegin}
    </EmptyPane>
  );
}

/**
 * The user's total, for comparison with the sum of the wallets; null while not known. The market may move between these two
 * answers. If they differ, both are refetched, and only a remaining difference is shown.
 */
function useComparableTotal(
  user: UseQueryResult<TaggedUser>,
  wallets: UseQueryResult<readonly Wallet[]>,
): number | null {
  const isPresent = useAsOf() === null;
  const [isConfirmed, setConfirmed] = useState(false);
  const isRefetching = useRef(false);
  const total = user.data?.user.total ?? null;
  const sum = wallets.data && knownSumOf(wallets.data.map((wallet) => wallet.total)).whole;
  const isKnown = total !== null && sum != null;
  const matches = isKnown && reconciles(sum, total);
  const differs = isKnown && !matches;
  if (isConfirmed && !differs) setConfirmed(false);
  // At each tick both are refetched, and one of them arrives first.
  const isFetching = user.isFetching || wallets.isFetching;
  const { refetch: refetchUser } = user;
  const { refetch: refetchWallets } = wallets;
  useEffect(() => {
    if (!differs) isRefetching.current = false;
    else if (!isRefetching.current && !isFetching && isPresent) {
      isRefetching.current = true;
      void Promise.all([refetchUser(), refetchWallets()]).then(() => {
        if (isRefetching.current) setConfirmed(true);
      });
    }
  }, [differs, isFetching, isPresent, refetchUser, refetchWallets]);
  return isKnown && (matches || isConfirmed) ? total : null;
}
