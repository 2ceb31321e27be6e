import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { pathOf } from '#contract/operation.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import { isNotFound } from '../api/errors.ts';
import { walletQueries } from '../portfolio/userQueries.ts';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { categoriesOf } from '../portfolio/categories.ts';
import { editParam } from '../url/params.ts';
import { CategoryKey } from '../portfolio/CategoryKey.tsx';
import { ErrorPane } from '../design/EmptyPane.tsx';
import { ThematicMissing, UserMissing } from '../portfolio/Missing.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { Loading, Query } from '../design/Panel.tsx';
import { JsonLink } from '../design/JsonLink.tsx';
import { usePathIds } from '../url/pathIds.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { pagePatterns, urls } from '../url/urls.ts';
import { WalletMissing } from './WalletMissing.tsx';
import { WalletOverview, WalletOverviewSkeleton } from './WalletOverview.tsx';
import classes from './WalletPage.module.css';

const HoldingsEdit = lazy(async () => ({
  default: (await import('../holdings/HoldingsEdit.tsx')).HoldingsEdit,
}));

/** One wallet: what a user holds in one thematic. */
export function WalletPage() {
  const { customId, thematicId } = usePathIds(pagePatterns.wallet);
  const [edit, setEdit] = useSearchParam(editParam);
  const wallets = useQuery(walletQueries.all(customId));
  const thematic = useQuery(thematicQueries.one(thematicId));
  const { data: thematics } = useQuery(thematicQueries.names());
  const categories = useMemo(() => categoriesOf(thematics ?? []), [thematics]);
  const name = thematic.data?.name ?? thematicId;
  const isKnown = thematic.data !== undefined;
  const canEdit = wallets.data !== undefined && !isNotFound(thematic.error);
  const isUserMissing = wallets.data === undefined && isNotFound(wallets.error);
  const overview = isUserMissing ? (
    <UserMissing customId={customId} />
  ) : (
    <Query query={wallets} what="The wallet" loading={<WalletOverviewSkeleton />}>
      {(data) => {
        const wallet = data.find((candidate) => candidate.thematics === thematicId);
        if (wallet !== undefined) {
          return (
            <WalletOverview
              key={wallet._id}
              {...{ wallet, thematic, name, customId }}
              onState={() => setEdit('holdings')}
            />
          );
        }
        if (thematic.isPending) {
          return (
            <>
              <Loading what="the wallet" />
              <WalletOverviewSkeleton />
            </>
          );
        }
        if (isKnown) {
          return (
            <WalletMissing
              {...{ customId, thematicId, name }}
              onState={() => setEdit('holdings')}
            />
          );
        }
        return isNotFound(thematic.error) ? (
          <ThematicMissing thematicId={thematicId}>
            So nobody can have a wallet in it.
          </ThematicMissing>
        ) : (
          <ErrorPane
            what="The thematic"
            error={thematic.error}
            onRetry={() => void thematic.refetch()}
          />
        );
      }}
    </Query>
  );
  return (
    <>
      <PageHead
        title={name}
        mark={
          !isNotFound(thematic.error) && (
            <CategoryKey category={categories.get(thematicId)} size="large" />
          )
        }
        crumbs={[
          { to: urls.users(), label: 'Users' },
          { to: urls.user(customId), label: customId },
        ]}
        sub={
          <>
            wallet of <bdi>{customId}</bdi>
            {isKnown && (
              <Link
                className={classes.link}
                to={urls.thematic(thematicId)}
                aria-label={`${name} thematic`}
              >
                <bdi>{name}</bdi> thematic
              </Link>
            )}
          </>
        }
        actions={
          canEdit && (
            <>
              <JsonLink
                title={`${name} of ${customId}`}
                path={pathOf(getWallets, { params: { id: customId } })}
              />
              <Button
                leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
                onClick={() => setEdit('holdings')}
              >
                Edit holdings
              </Button>
            </>
          )
        }
      />
      {overview}
      {edit === 'holdings' && canEdit && (
        <Suspense fallback={null}>
          <HoldingsEdit
            key={`${customId}/${thematicId}`}
            {...{ customId, thematicId }}
            onClose={() => setEdit('nothing')}
          />
        </Suspense>
      )}
    </>
  );
}
