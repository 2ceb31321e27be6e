import { Button, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Fragment, useMemo, useState } from 'react';
import { pathOf } from '#contract/operation.ts';
import { getUser, updateUser } from '#contract/operations/users.ts';
import { getPositionsHistory, getWalletsPerformance } from '#contract/operations/wallets.ts';
import type { User } from '#contract/user.ts';
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
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { useHistoryWindow } from '../history/historyWindow.ts';
import { periodNames, spanText } from '../history/periodText.ts';
import { useUserHistory } from '../history/useUserHistory.ts';
import { holdingsTexts } from '../portfolio/holdingsTexts.ts';
import { NotFoundPane } from '../portfolio/NotFoundPane.tsx';
import { DriversPanel } from '../portfolio/DriversPanel.tsx';
import { movedByToken, movedByWallet } from '../portfolio/moved.ts';
import { type TaggedUser, userQueries, walletQueries } from '../portfolio/userQueries.ts';
import { useMay, useMayState } from '../portfolio/session.ts';
import { importForm } from '../url/forms.ts';
import { NotAllowed } from '../portfolio/NotAllowed.tsx';
import { useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { editParam, moversParam } from '../url/params.ts';
import { usePathIds } from '../url/pathIds.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { pagePatterns } from '../url/urls.ts';
import { UserAttributes } from './UserAttributes.tsx';
import classes from './UserPage.module.css';
import { UserAllocation } from './allocation/UserAllocation.tsx';
import { HoldingsPane } from './holdings/HoldingsPane.tsx';
import { type PrintedParts, usePrintedParts } from './usePrintedParts.ts';

const UserEdit = lazyComponent(async () => (await import('./edit/UserEdit.tsx')).UserEdit);

const HoldingsEdit = lazyComponent(
  async () => (await import('../holdings/HoldingsEdit.tsx')).HoldingsEdit,
);

const PrintUserDialog = lazyComponent(
  async () => (await import('./PrintUserDialog.tsx')).PrintUserDialog,
);

export function UserPage() {
  const { customId } = usePathIds(pagePatterns.user);
  const [edit, setEdit] = useSearchParam(editParam);
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
              <JsonLink title={customId} path={pathOf(getUser, { params: { id: customId } })} />
              {mayRecord && (
                <Button
                  variant="subtle"
                  disabled={query.data === undefined}
                  onClick={() => setEdit('holdings')}
                >
                  Holdings
                </Button>
              )}
              {mayEdit && (
                <Button
                  leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
                  disabled={query.data === undefined}
                  onClick={() => setEdit('attributes')}
                >
                  Edit
                </Button>
              )}
            </>
          )
        }
      />
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
        {edit === 'attributes' && mayEdit && query.data !== undefined && (
          <UserEdit opened={query.data} onClose={close} />
        )}
        {edit === 'holdings' && mayRecord && query.data !== undefined && (
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
  const wallets = useQuery(walletQueries.all(customId));
  const history = useUserHistory(customId);
  return (
    <>
      <Split side={<UserAllocation customId={customId} wallets={wallets} />}>
        <HistoryPanel
          {...history}
          title={`Total of ${customId}`}
          totalNow={query.data?.user.total ?? null}
          totalPath={pathOf(getUser, { params: { id: customId } })}
          whyEmpty={holdingsTexts.none}
        />
      </Split>
      <Split
        side={
          <>
            <div className={parts.moved ? undefined : classes.unprinted}>
              <UserMoved customId={customId} />
            </div>
            <div className={parts.attributes ? undefined : classes.unprinted}>
              <UserAttributes query={query} />
            </div>
          </>
        }
      >
        <HoldingsPane {...{ customId, wallets }} user={query} />
      </Split>
      <FiguresSection subject={{ user: customId }} />
    </>
  );
}

const choices = { wallet: 'Wallet', token: 'Token' } as const;

function UserMoved({ customId }: Pick<UserOverviewProps, 'customId'>) {
  const [by, setBy] = useSearchParam(moversParam);
  const format = useFormat();
  const { nameOf } = useThematics();
  const { period, zoom } = useHistoryWindow();
  const wallets = useQuery({
    ...walletQueries.performance(customId, period),
    enabled: by === 'wallet',
  });
  const tokens = useQuery({
    ...walletQueries.positions(customId, period),
    enabled: by === 'token',
  });
  const moved = useMemo(() => {
    if (by === 'wallet') return wallets.data ? movedByWallet(wallets.data, zoom, nameOf) : null;
    return tokens.data ? movedByToken(tokens.data, zoom) : null;
  }, [by, wallets.data, tokens.data, zoom, nameOf]);
  return (
    <DriversPanel
      query={by === 'wallet' ? wallets : tokens}
      path={pathOf(by === 'wallet' ? getWalletsPerformance : getPositionsHistory, {
        params: { id: customId, historyType: period },
      })}
      moved={moved}
      window={zoom === null ? periodNames[period].toLowerCase() : spanText(format, zoom)}
      isZoomed={zoom !== null}
      choice={<Segments label="Drivers by" choices={choices} chosen={by} onChoose={setBy} />}
    />
  );
}
