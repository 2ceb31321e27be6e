import { Anchor, Box, Button, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import type { Wallet } from '#contract/wallet.ts';
import { isNotFound } from '../api/errors.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { JsonLink } from '../design/JsonLink.tsx';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { OnceSeen } from '../design/OnceSeen.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { PageLink } from '../design/PageLink.tsx';
import { Query } from '../design/Panel.tsx';
import { Split } from '../design/Split.tsx';
import { FiguresSection } from '../figures/FiguresSection.tsx';
import { AsOfBar } from '../history/AsOfBar.tsx';
import { whyNoEdit } from '../history/whyNoEdit.ts';
import { DataQuality } from '../history/DataQuality.tsx';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { useHistoryWindow, useLoadedPeriod } from '../history/historyWindow.ts';
import { beganWithin, shownText } from '../history/periodText.ts';
import { useUserHistory } from '../history/useUserHistory.ts';
import { CategoryKey } from '../portfolio/CategoryKey.tsx';
import { usePastWallets } from '../portfolio/usePastWallets.ts';
import { holdingsTexts } from '../portfolio/holdingsTexts.ts';
import { ReportLink } from '../portfolio/ReportLink.tsx';
import { NotFoundPane } from '../portfolio/NotFoundPane.tsx';
import { DriversPanel } from '../portfolio/DriversPanel.tsx';
import { categoriesOf } from '../portfolio/categories.ts';
import { movedByToken, priceChanges } from '../portfolio/moved.ts';
import { thematicQueries, tokenQueries } from '../portfolio/thematicQueries.ts';
import { walletQueries } from '../portfolio/userQueries.ts';
import { useFormat } from '../preferences/format.ts';
import { importForm } from '../url/forms.ts';
import { useAsOf } from '../url/asOf.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { editParam, effectiveParam } from '../url/params.ts';
import { usePathIds } from '../url/pathIds.ts';
import { useSearchParam, useSetParams } from '../url/searchParam.ts';
import { pagePatterns, urls } from '../url/urls.ts';
import { firstWalletQueries } from './firstWalletQueries.ts';
import { PositionsPane } from './PositionsPane.tsx';
import { StatementsPane } from './StatementsPane.tsx';
import { NotAllowed } from '../portfolio/NotAllowed.tsx';
import { useMayState } from '../portfolio/session.ts';

/** Height in px of two panels while they load. */
const driftHeight = 720;

const HoldingsEdit = lazyComponent(
  async () => (await import('../holdings/HoldingsEdit.tsx')).HoldingsEdit,
);

const DriftPanels = lazyComponent(
  async () => (await import('./DriftPanels.tsx')).DriftPanels,
  <Box h={driftHeight} />,
);

export const firstQueries = firstWalletQueries;

export function WalletPage() {
  const { customId, thematicId } = usePathIds(pagePatterns.wallet);
  const [edit, setEdit] = useSearchParam(editParam);
  const [effective] = useSearchParam(effectiveParam);
  const setParams = useSetParams();
  const asOf = useAsOf();
  const wallets = useQuery(walletQueries.all(customId, asOf));
  const past = usePastWallets(customId);
  const thematic = useQuery(thematicQueries.one(thematicId, asOf));
  const { data: thematics } = useQuery(thematicQueries.names());
  const categories = useMemo(() => categoriesOf(thematics ?? []), [thematics]);
  const name = thematic.data?.name ?? thematicId;
  const isKnown = thematic.data !== undefined;
  const mayEdit = useMayState();
  const close = () => setParams({ [editParam.name]: null, [effectiveParam.name]: null });
  // undefined if not allowed.
  const onEdit = mayEdit && asOf === null ? () => setEdit('holdings') : undefined;
  const walletsPath = walletQueries.path(customId, asOf);
  const canEdit = wallets.data !== undefined && !isNotFound(thematic.error);
  return (
    <>
      <PageHead
        title={name}
        mark={
          !isNotFound(thematic.error) && (
            <CategoryKey category={categories.get(thematicId)} size="large" />
          )
        }
        crumbs={[pageLinks.users, { to: urls.user(customId), label: customId }]}
        sub={
          <>
            wallet of <bdi>{customId}</bdi>
            {isKnown && (
              <Anchor
                component={PageLink}
                to={urls.thematic(thematicId)}
                aria-label={`${name} thematic`}
                ml="sm"
                // Beside text, color alone does not distinguish a link.
                td="underline"
              >
                {/* On a phone the title above shows the name. */}
                <Text component="bdi" inherit visibleFrom="sm">
                  {name}{' '}
                </Text>
                thematic
              </Anchor>
            )}
          </>
        }
        actions={
          canEdit && (
            <>
              <ReportLink to={urls.report({ user: customId, thematic: thematicId })} />
              <JsonLink title={`${name} of ${customId}`} path={walletsPath} />
              {mayEdit && (
                <Button
                  leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
                  disabled={onEdit === undefined}
                  title={onEdit === undefined ? whyNoEdit : undefined}
                  onClick={onEdit}
                >
                  Edit holdings
                </Button>
              )}
            </>
          )
        }
      />
      <AsOfBar />
      {edit === 'holdings' && !mayEdit && (
        <NotAllowed what="Edit holdings" operation={importForm} onClose={close} />
      )}
      <Query
        query={wallets}
        what="The wallet"
        path={walletsPath}
        loading={loading}
        notFound={<NotFoundPane what="user" id={customId} />}
      >
        {(data) => {
          const wallet = data.find((candidate) => candidate.thematics === thematicId);
          return wallet === undefined ? (
            <NoWallet {...{ customId, thematicId, thematic, onEdit }} why={past?.reason ?? null} />
          ) : (
            <WalletOverview key={wallet._id} {...{ wallet, thematic, name, customId, onEdit }} />
          );
        }}
      </Query>
      {edit === 'holdings' && mayEdit && asOf === null && canEdit && (
        <HoldingsEdit
          key={`${customId}/${thematicId}/${effective}`}
          {...{ customId, thematicId, effective }}
          onClose={close}
        />
      )}
    </>
  );
}

interface WalletOverviewProps {
  readonly customId: string;
  readonly wallet: Wallet;
  readonly thematic: UseQueryResult<Thematic>;
  readonly name: string;
  /** Opens the editor of holdings; undefined if not allowed. */
  readonly onEdit: (() => void) | undefined;
}

function WalletOverview(props: WalletOverviewProps) {
  const { customId, wallet, thematic, name, onEdit } = props;
  const format = useFormat();
  const thematicId = wallet.thematics;
  const history = useUserHistory(customId, { thematicId, thematic: thematic.data });
  const window = useHistoryWindow();
  const asOf = useAsOf();
  const query = useQuery(walletQueries.positions(customId, window.period, thematicId, asOf));
  const loaded = useLoadedPeriod(window.shown, query.isPlaceholderData);
  const { period, zoom } = loaded;
  // With ten thousand positions, an unrelated tick must not repeat this work.
  const moved = useMemo(
    () => (query.data === undefined ? null : movedByToken(query.data, zoom)),
    [query.data, zoom],
  );
  const tokens = useQuery(tokenQueries.all(asOf));
  const positionsReason = usePastWallets(customId)?.positionsReason ?? null;
  // Over a complete period, prices of tokens not held are known too. Otherwise, returns begin where the wallet's history does.
  const own = query.data;
  const began = own === undefined ? null : beganWithin(loaded, own.times);
  const isOwnWindow = zoom !== null || period === 'all' || began !== null;
  const changes = useMemo(() => {
    if (isOwnWindow) return own ? priceChanges(own, zoom) : new Map();
    return new Map(tokens.data?.map(({ _id, change }) => [_id, change[period]]));
  }, [own, tokens.data, period, zoom, isOwnWindow]);
  return (
    <>
      <Split
        side={
          <DriversPanel
            {...{ query, moved }}
            window={shownText(format, loaded)}
            isZoomed={zoom !== null}
          />
        }
      >
        <HistoryPanel
          {...history}
          title={`Total of ${customId} in ${name}`}
          totalNow={wallet.total}
          totalPath={walletQueries.path(customId, asOf)}
          whyEmpty={holdingsTexts.none}
        />
        <DataQuality series={{ user: customId, thematic: thematicId }} wallets={[wallet]} />
      </Split>
      <PositionsPane
        wallet={wallet}
        thematic={thematic.data}
        isThematicComing={thematic.isPending}
        {...{ name, onEdit, changes, began, positionsReason }}
        shown={loaded}
      />
      <OnceSeen height={driftHeight}>
        {(isInSight) => <DriftPanels {...{ customId, thematicId, name, isInSight }} />}
      </OnceSeen>
      <FiguresSection subject={{ user: customId, thematic: thematicId }} />
      <StatementsPane {...{ wallet, thematic: thematic.data }} />
    </>
  );
}

const loading = <Box h={460} style={{ borderTop: 'var(--hair) solid var(--line-2)' }} />;

interface NoWalletProps extends Omit<WalletOverviewProps, 'wallet' | 'name'> {
  readonly thematicId: string;
  /** Why a past instant has no wallet; null: of the present, or there are others. */
  readonly why: string | null;
}

function NoWallet({ customId, thematicId, thematic, onEdit, why }: NoWalletProps) {
  const isPast = useAsOf() !== null;
  return (
    <Query
      query={thematic}
      what="The thematic"
      loading={loading}
      notFound={
        <NotFoundPane what="thematic" id={thematicId}>
          A wallet needs an existing thematic.
        </NotFoundPane>
      }
    >
      {({ name }) => (
        <EmptyPane
          title={
            <>
              <bdi>{customId}</bdi> {isPast ? 'had' : 'has'} no wallet in <bdi>{name}</bdi>
              {isPast && ' then'}
            </>
          }
          actions={
            <>
              {onEdit && <Button onClick={onEdit}>{holdingsTexts.add}</Button>}
              <Button component={PageLink} variant="subtle" to={urls.user(customId)}>
                Wallets of <bdi>{customId}</bdi>
              </Button>
              <Button component={PageLink} variant="subtle" to={urls.thematic(thematicId)}>
                <bdi>{name}</bdi> thematic
              </Button>
            </>
          }
        >
          {isPast
            ? (why ?? 'Its first statement is later.')
            : 'The user and the thematic exist. Record holdings to create the wallet.'}
        </EmptyPane>
      )}
    </Query>
  );
}
