import { Button, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Fragment, useMemo, useState } from 'react';
import { pathOf } from '#contract/operation.ts';
import { getUser, updateUser } from '#contract/operations/users.ts';
import { getPositionsHistory, getWalletsPerformance } from '#contract/operations/wallets.ts';
import type { User } from '#contract/user.ts';
import type { PastWallets } from '#contract/wallet.ts';
import { isNotFound } from '../api/errors.ts';
import { useActions } from '../design/actions.ts';
import { CopyButton } from '../design/CopyButton.tsx';
import { JsonLink } from '../design/JsonLink.tsx';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { printAction } from '../design/printAction.ts';
import { Segments } from '../design/Segments.tsx';
import { Split } from '../design/Split.tsx';
import { FiguresSection } from '../figures/FiguresSection.tsx';
import { AsOfBar } from '../history/AsOfBar.tsx';
import { whyNoEdit } from '../history/whyNoEdit.ts';
import { DataQuality } from '../history/DataQuality.tsx';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { useHistoryWindow, useLoadedPeriod } from '../history/historyWindow.ts';
import { shownText } from '../history/periodText.ts';
import { PeersTool } from '../history/PeersTool.tsx';
import { usePeers } from '../history/usePeers.ts';
import { useUserHistory } from '../history/useUserHistory.ts';
import { queryAsOf } from '../portfolio/capabilities.ts';
import { usePastWallets } from '../portfolio/usePastWallets.ts';
import { holdingsTexts } from '../portfolio/holdingsTexts.ts';
import { OnRequest } from '../portfolio/peers/OnRequest.tsx';
import { ReportLink } from '../portfolio/ReportLink.tsx';
import { NotFoundPane } from '../portfolio/NotFoundPane.tsx';
import { DriversPanel } from '../portfolio/DriversPanel.tsx';
import { movedByToken, movedByWallet } from '../portfolio/moved.ts';
import { type TaggedUser, userQueries, walletQueries } from '../portfolio/userQueries.ts';
import { useMay, useMayState } from '../portfolio/session.ts';
import { importForm } from '../url/forms.ts';
import { NotAllowed } from '../portfolio/NotAllowed.tsx';
import { useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { editParam, moversParam } from '../url/params.ts';
import { usePathIds } from '../url/pathIds.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { pagePatterns, urls } from '../url/urls.ts';
import { firstUserQueries } from './firstUserQueries.ts';
import { UserAttributes } from './UserAttributes.tsx';
import classes from './UserPage.module.css';
import { UserAllocation } from './allocation/UserAllocation.tsx';
import { HoldingsPane } from './holdings/HoldingsPane.tsx';
import { type PrintedParts, usePrintedParts } from './usePrintedParts.ts';

const UserEdit = lazyComponent(async () => (await import('./edit/UserEdit.tsx')).UserEdit);

const HoldingsEdit = lazyComponent(
  async () => (await import('../holdings/HoldingsEdit.tsx')).HoldingsEdit,
);

const NearestUsers = lazyComponent(
  async () => (await import('../portfolio/peers/NearestUsers.tsx')).NearestUsers,
);

const PeersNote = lazyComponent(async () => (await import('../history/PeersNote.tsx')).PeersNote);

const PrintUserDialog = lazyComponent(
  async () => (await import('./PrintUserDialog.tsx')).PrintUserDialog,
);

export const firstQueries = firstUserQueries;

export function UserPage() {
  const { customId } = usePathIds(pagePatterns.user);
  const [edit, setEdit] = useSearchParam(editParam);
  const isPast = useAsOf() !== null;
  const query = useQuery(userQueries.one(customId));
  const mayEdit = useMay(updateUser);
  const mayRecord = useMayState();
  const mayOpen = edit === 'holdings' ? mayRecord : mayEdit;
  const close = () => setEdit('nothing');
  const { parts, print } = usePrintedParts();
  const [isPrinting, setPrinting] = useState(false);
  useActions([{ ...printAction, run: () => setPrinting(true) }]);
  const isUserNotFound = query.data === undefined && isNotFound(query.error);
  return (
    <>
      <PageHead
        title={customId}
        crumbs={[pageLinks.users]}
        sub={
          !isUserNotFound && (
            <>
              <CopyButton text={customId} what="id" className={classes.copy} />
              <bdi>
                {query.isPending && (
                  <Skeleton component="span" display="inline-block" width={160} />
                )}
                {query.data !== undefined && nameOf(query.data.user)}
              </bdi>
            </>
          )
        }
        actions={
          !isUserNotFound && (
            <>
              <Button variant="subtle" visibleFrom="sm" onClick={() => setPrinting(true)}>
                Print
              </Button>
              <ReportLink to={urls.report({ user: customId })} />
              <JsonLink title={customId} path={pathOf(getUser, { params: { id: customId } })} />
              {mayRecord && (
                <Button
                  variant="subtle"
                  disabled={query.data === undefined || isPast}
                  title={isPast ? whyNoEdit : undefined}
                  onClick={() => setEdit('holdings')}
                >
                  Holdings
                </Button>
              )}
              {mayEdit && (
                <Button
                  leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
                  disabled={query.data === undefined || isPast}
                  title={isPast ? whyNoEdit : undefined}
                  onClick={() => setEdit('attributes')}
                >
                  Edit
                </Button>
              )}
            </>
          )
        }
      />
      <AsOfBar />
      {edit !== 'nothing' && !mayOpen && (
        <NotAllowed
          what={edit === 'attributes' ? 'Edit' : 'Holdings'}
          operation={edit === 'attributes' ? updateUser : importForm}
          onClose={close}
        />
      )}
      <Fragment key={customId}>
        {isUserNotFound ? (
          <NotFoundPane what="user" id={customId} />
        ) : (
          <UserOverview {...{ customId, query, parts }} />
        )}
        {edit === 'attributes' && mayEdit && !isPast && query.data !== undefined && (
          <UserEdit opened={query.data} onClose={close} />
        )}
        {edit === 'holdings' && mayRecord && !isPast && query.data !== undefined && (
          <HoldingsEdit customId={customId} onClose={close} />
        )}
      </Fragment>
      {isPrinting && (
        <PrintUserDialog
          onClose={() => setPrinting(false)}
          onPrint={(chosen) => {
            setPrinting(false);
            print(chosen);
          }}
        />
      )}
    </>
  );
}

function nameOf(user: User): string | null {
  const name = user['name'];
  return typeof name === 'string' && name !== '' ? name : null;
}

interface UserOverviewProps {
  readonly customId: string;
  readonly query: UseQueryResult<TaggedUser>;
  readonly parts: PrintedParts;
}

function UserOverview({ customId, query, parts }: UserOverviewProps) {
  const asOf = useAsOf();
  const wallets = useQuery(walletQueries.all(customId, asOf));
  const past = usePastWallets(customId);
  const history = useUserHistory(customId);
  const peers = usePeers(customId, query.data?.user, useHistoryWindow());
  return (
    <>
      <Split side={<UserAllocation customId={customId} wallets={wallets} />}>
        <HistoryPanel
          {...history}
          linesBeside={peers.linesBeside}
          renderLegend={(scene, figures) =>
            peers.by !== '' && <PeersNote {...{ peers, scene, figures }} />
          }
          tools={<PeersTool peers={peers} />}
          title={`Total of ${customId}`}
          totalNow={totalOf(asOf, query.data?.user, past)}
          totalPath={
            asOf === null
              ? pathOf(getUser, { params: { id: customId } })
              : walletQueries.path(customId, asOf)
          }
          whyEmpty={past?.reason ?? holdingsTexts.none}
        />
        <DataQuality series={{ user: customId }} wallets={wallets.data} />
      </Split>
      <Split
        side={
          <div className={parts.moved ? undefined : classes.unprinted}>
            <UserMoved customId={customId} />
            {asOf === null && (
              <OnRequest title="Nearest users" sub="by weights of tokens">
                <NearestUsers customId={customId} />
              </OnRequest>
            )}
          </div>
        }
      >
        <HoldingsPane {...{ customId, wallets }} user={query} />
        <div className={parts.attributes ? undefined : classes.unprinted}>
          <UserAttributes query={query} />
        </div>
      </Split>
      <FiguresSection subject={{ user: customId }} />
    </>
  );
}

/** null: not known, or nothing was held by then. */
function totalOf(
  asOf: number | null,
  user: User | undefined,
  past: PastWallets | undefined,
): number | null {
  if (asOf === null) return user?.total ?? null;
  return past?.reason === null ? past.total : null;
}

const choices = { wallet: 'Wallet', token: 'Token' } as const;

function UserMoved({ customId }: Pick<UserOverviewProps, 'customId'>) {
  const [by, setBy] = useSearchParam(moversParam);
  const format = useFormat();
  const { nameOf } = useThematics();
  const { period, shown } = useHistoryWindow();
  const asOf = useAsOf();
  const wallets = useQuery({
    ...walletQueries.performance(customId, period, asOf),
    enabled: by === 'wallet',
  });
  const tokens = useQuery({
    ...walletQueries.positions(customId, period, undefined, asOf),
    enabled: by === 'token',
  });
  const query = by === 'wallet' ? wallets : tokens;
  const ofWallets = useLoadedPeriod(shown, wallets.isPlaceholderData);
  const ofTokens = useLoadedPeriod(shown, tokens.isPlaceholderData);
  const loaded = by === 'wallet' ? ofWallets : ofTokens;
  const { zoom } = loaded;
  const moved = useMemo(() => {
    if (by === 'wallet') return wallets.data ? movedByWallet(wallets.data, zoom, nameOf) : null;
    return tokens.data ? movedByToken(tokens.data, zoom) : null;
  }, [by, wallets.data, tokens.data, zoom, nameOf]);
  return (
    <DriversPanel
      query={query}
      path={pathOf(by === 'wallet' ? getWalletsPerformance : getPositionsHistory, {
        params: { id: customId, historyType: period },
        query: queryAsOf(asOf),
      })}
      moved={moved}
      window={shownText(format, loaded)}
      isZoomed={zoom !== null}
      choice={<Segments label="Drivers by" choices={choices} chosen={by} onChoose={setBy} />}
    />
  );
}
