import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { pathOf } from '#contract/operation.ts';
import { getThematic } from '#contract/operations/thematics.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import { periodParam } from '../history/period.ts';
import { historyOf } from '../history/queries.ts';
import { isNotFound } from '../shared/api/errors.ts';
import { useTick } from '../shared/api/polling.ts';
import { thematicQuery, walletsQuery } from '../shared/api/portfolio.ts';
import { thematicsQuery } from '../shared/api/thematics.ts';
import { walletCategories } from '../shared/categories.ts';
import { editParam } from '../shared/editParam.ts';
import { Button } from '../shared/ui/Button.tsx';
import { CategoryKey } from '../shared/ui/CategoryKey.tsx';
import { ErrorPane } from '../shared/ui/ErrorPane.tsx';
import { ThematicMissing, UserMissing } from '../shared/ui/Missing.tsx';
import { PageHead } from '../shared/ui/PageHead.tsx';
import { Query } from '../shared/ui/Query.tsx';
import { RawJson } from '../shared/ui/RawJson.tsx';
import { usePathIds } from '../shared/url/pathIds.ts';
import { useSearchParam } from '../shared/url/searchParam.ts';
import { pagePatterns, urls } from '../shared/urls.ts';
import { WalletMissing } from './WalletMissing.tsx';
import { WalletOverview, WalletOverviewSkeleton } from './WalletOverview.tsx';
import classes from './WalletPage.module.css';

const HoldingsEdit = lazy(async () => ({
  default: (await import('../shared/holdings/HoldingsEdit.tsx')).HoldingsEdit,
}));

/** One wallet: what a user holds in one thematic. */
export function WalletPage() {
  const { customId, thematicId } = usePathIds(pagePatterns.wallet);
  const [edit, setEdit] = useSearchParam(editParam);
  const [period] = useSearchParam(periodParam);
  const tick = useTick();
  const wallets = useQuery({ ...walletsQuery(customId), refetchInterval: tick });
  const thematic = useQuery({ ...thematicQuery(thematicId), refetchInterval: tick });
  const { data: thematics } = useQuery(thematicsQuery);
  const categories = useMemo(
    () => walletCategories(thematics ?? [], wallets.data ?? []),
    [thematics, wallets.data],
  );
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
        if (thematic.isPending) return <WalletOverviewSkeleton />;
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
              <RawJson
                title={`${name} of ${customId}`}
                path={[
                  pathOf(getWallets, { params: { id: customId } }),
                  historyOf.wallet(customId, thematicId).path(period),
                  pathOf(getThematic, { params: { id: thematicId } }),
                ]}
              />
              <Button
                icon={<IconPencil size={16} stroke={1.75} aria-hidden />}
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
