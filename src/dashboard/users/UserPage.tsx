import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { pathOf } from '#contract/operation.ts';
import { getUser } from '#contract/operations/users.ts';
import type { User } from '#contract/user.ts';
import { isNotFound } from '../api/errors.ts';
import { CopyButton } from '../design/CopyButton.tsx';
import { JsonLink } from '../design/JsonLink.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { Segments } from '../design/Segments.tsx';
import { Split } from '../design/Split.tsx';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { useHistoryWindow } from '../history/historyWindow.ts';
import { periodNames, spanText } from '../history/periodText.ts';
import { useUserHistory } from '../history/useUserHistory.ts';
import { UserMissing } from '../portfolio/Missing.tsx';
import { WhatMoved } from '../portfolio/WhatMoved.tsx';
import { categoriesOf } from '../portfolio/categories.ts';
import { movedByToken, movedByWallet } from '../portfolio/moved.ts';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { type TaggedUser, userQueries, walletQueries } from '../portfolio/userQueries.ts';
import { useFormat } from '../preferences/format.ts';
import { editParam, moversParam } from '../url/params.ts';
import { usePathIds } from '../url/pathIds.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { pagePatterns, urls } from '../url/urls.ts';
import { UserAttributes } from './UserAttributes.tsx';
import classes from './UserPage.module.css';
import { UserAllocation } from './allocation/UserAllocation.tsx';
import { HoldingsPane } from './holdings/HoldingsPane.tsx';

const UserEdit = lazy(async () => ({ default: (await import('./edit/UserEdit.tsx')).UserEdit }));

const HoldingsEdit = lazy(async () => ({
  default: (await import('../holdings/HoldingsEdit.tsx')).HoldingsEdit,
}));

/** What one user is worth, how it went, what it is made of. */
export function UserPage() {
  const { customId } = usePathIds(pagePatterns.user);
  const [edit, setEdit] = useSearchParam(editParam);
  const query = useQuery(userQueries.one(customId));
  const isMissing = query.data === undefined && isNotFound(query.error);
  return (
    <>
      <PageHead
        title={customId}
        crumbs={[{ to: urls.users(), label: 'Users' }]}
        sub={
          query.data !== undefined && (
            <>
              <CopyButton text={customId} what="id" className={classes.copy} />
              <bdi>{nameOf(query.data.user)}</bdi>
            </>
          )
        }
        actions={
          !isMissing && (
            <>
              <JsonLink title={customId} path={pathOf(getUser, { params: { id: customId } })} />
              <Button
                variant="subtle"
                disabled={query.data === undefined}
                onClick={() => setEdit('holdings')}
              >
                Holdings
              </Button>
              <Button
                leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
                disabled={query.data === undefined}
                onClick={() => setEdit('attributes')}
              >
                Edit
              </Button>
            </>
          )
        }
      />
      {isMissing ? (
        <UserMissing customId={customId} />
      ) : (
        <UserOverview key={customId} customId={customId} query={query} />
      )}
      {edit === 'attributes' && query.data !== undefined && (
        <Suspense fallback={null}>
          <UserEdit key={customId} opened={query.data} onClose={() => setEdit('nothing')} />
        </Suspense>
      )}
      {edit === 'holdings' && query.data !== undefined && (
        <Suspense fallback={null}>
          <HoldingsEdit key={customId} customId={customId} onClose={() => setEdit('nothing')} />
        </Suspense>
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
}

/** History, allocation, wallets and attributes of one user. */
function UserOverview({ customId, query }: UserOverviewProps) {
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
            isUnavailable={wallets.isError}
          />
        }
      >
        <HistoryPanel
          {...history}
          title={`Total of ${customId}`}
          totalNow={query.data?.user.total ?? null}
          whyEmpty="No holdings yet."
        />
      </Split>
      <Split
        side={
          <>
            <div className={classes.moved}>
              <UserMoved {...{ customId, nameOf }} />
            </div>
            <UserAttributes query={query} />
          </>
        }
      >
        <HoldingsPane {...{ customId, wallets, nameOf, categories }} user={query} />
      </Split>
    </>
  );
}

const choices = { wallet: 'Wallet', token: 'Token' } as const;

interface UserMovedProps {
  readonly customId: string;
  readonly nameOf: (thematicId: string) => string;
}

/** What changed the value of a user over the window of the page, by wallet or by token. */
function UserMoved({ customId, nameOf }: UserMovedProps) {
  const [by, setBy] = useSearchParam(moversParam);
  const format = useFormat();
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
    <WhatMoved
      query={by === 'wallet' ? wallets : tokens}
      moved={moved}
      window={zoom === null ? periodNames[period].toLowerCase() : spanText(format, zoom)}
      isZoomed={zoom !== null}
      choice={<Segments label="What moved, by" choices={choices} chosen={by} onChoose={setBy} />}
    />
  );
}
