import { Skeleton } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { changeOf } from '#analytics/change.ts';
import { reconciles, sumOf, weightOf } from '#analytics/weights.ts';
import { type HistoryType, stepOf } from '#contract/historyType.ts';
import type { Wallet } from '#contract/wallet.ts';
import type { Column } from '../../design/columns.ts';
import { Sparkline } from '../../design/Sparkline.tsx';
import { WhenSeen } from '../../design/WhenSeen.tsx';
import { periodLengths, periodNames } from '../../history/periodText.ts';
import { historyOf, historyQuery, type HistorySource } from '../../history/historyQueries.ts';
import { sparkPoints } from '../../chart/series.ts';
import { upToNow } from '../../chart/series.ts';
import { noTicks } from '../../portfolio/capabilities.ts';
import { type Category, categoryColour } from '../../portfolio/categories.ts';
import { CategoryKey } from '../../portfolio/CategoryKey.tsx';
import { Change } from '../../portfolio/Change.tsx';
import { Reconciliation } from '../../portfolio/Reconciliation.tsx';
import { type Format, useFormat } from '../../preferences/format.ts';
import { urls } from '../../url/urls.ts';
import classes from './holdings.module.css';
import { ShareCell, shareHead } from './ShareCell.tsx';

interface WalletColumnsOptions {
  readonly customId: string;
  /** Sum and largest of all wallets. */
  readonly sum: number;
  readonly largest: number;
  /** That of the chart, which change and line are of. */
  readonly period: HistoryType;
  readonly nameOf: (thematicId: string) => string;
  readonly categories: ReadonlyMap<string, Category>;
  readonly currency: string | null;
  /** How each wallet changed, by thematic, as far as it is known. */
  readonly changes: ReadonlyMap<string, number | null>;
}

const skeletons = [88, 120, 64, 104];

/** The wallets of a user, with what each is of all and how it changed over the period of the chart. */
export function walletColumns(
  format: Format,
  options: WalletColumnsOptions,
): readonly Column<Wallet>[] {
  const { customId, sum, largest, period, nameOf, categories, currency, changes } = options;
  const trendOf = ({ thematics, total }: Wallet): WalletTrendProps => ({
    source: historyOf.wallet(customId, thematics),
    period,
    now: total,
  });
  return [
    {
      id: 'thematic',
      header: 'Thematic',
      href: ({ thematics }) => urls.wallet(customId, thematics),
      title: ({ thematics }) => nameOf(thematics),
      cell: (wallet) => (
        <>
          <CategoryKey category={categories.get(wallet.thematics)} />
          <bdi className={classes.name}>{nameOf(wallet.thematics)}</bdi>
          {wallet.tokens.length === 0 && <span className={classes.closed}>closed</span>}
          <Fault wallet={wallet} />
        </>
      ),
      skeleton: (row) => <Skeleton width={skeletons[row % skeletons.length] ?? 88} />,
      sort: {
        value: ({ thematics }) => nameOf(thematics).toLowerCase(),
        ascending: 'By name',
        descending: null,
      },
      narrow: 'head',
    },
    {
      id: 'positions',
      header: 'Positions',
      kind: 'figure',
      isSoft: true,
      cell: ({ tokens }) => format.number(tokens.length),
      skeleton: 16,
      sort: { value: ({ tokens }) => tokens.length },
      width: 88,
      wide: 120,
      from: 800,
    },
    {
      id: 'total',
      header: 'Total',
      unit: currency,
      kind: 'figure',
      cell: ({ total }) => format.total(total),
      skeleton: 96,
      sort: {
        value: ({ total }) => total,
        descending: 'Largest first',
        ascending: 'Smallest first',
      },
      width: 148,
      wide: 200,
      narrow: 'value',
    },
    {
      id: 'share',
      header: 'Share',
      head: shareHead,
      kind: 'figure',
      cell: ({ thematics, total }) => (
        <ShareCell
          share={weightOf(total, sum)}
          part={total / largest}
          colour={categoryColour(categories.get(thematics))}
        />
      ),
      skeleton: 112,
      width: 168,
      wide: 200,
      narrow: 'left',
    },
    {
      id: 'change',
      header: periodNames[period],
      kind: 'figure',
      cell: (wallet) => (
        <WhenSeen>
          <WalletChange {...trendOf(wallet)} />
        </WhenSeen>
      ),
      skeleton: 56,
      sort: {
        value: ({ thematics }) => changes.get(thematics),
        descending: 'Rose most',
        ascending: 'Fell most',
      },
      width: 124,
      wide: 160,
      narrow: 'right',
    },
    {
      id: 'spark',
      header: periodLengths[period],
      kind: 'picture',
      cell: (wallet) => (
        <WhenSeen>
          <WalletLine {...trendOf(wallet)} name={nameOf(wallet.thematics)} />
        </WhenSeen>
      ),
      skeleton: () => <Skeleton width={104} height={2} />,
      width: 144,
      wide: 180,
    },
  ];
}

function Fault({ wallet: { tokens, total } }: { readonly wallet: Wallet }) {
  const sum = sumOf(tokens.map((position) => position.total));
  if (reconciles(sum, total)) return null;
  return <Reconciliation sum={sum} whole={total} of="its total" />;
}

interface WalletTrendProps {
  readonly source: HistorySource;
  readonly period: HistoryType;
  /** What it is worth now. */
  readonly now: number;
}

/** The history of a wallet, or of all, up to what it is worth now. */
function useTrend({ source, period, now }: WalletTrendProps) {
  const { data } = useQuery({
    ...historyQuery(source, period),
    // A record joins it once in a step; between them only its end moves, and that is the total.
    meta: noTicks,
    refetchInterval: stepOf[period],
  });
  return data && { ...data, totals: upToNow(data.totals, now) };
}

/** How something changed over the period. */
export function WalletChange(props: WalletTrendProps) {
  const trend = useTrend(props);
  const change = trend === undefined ? null : changeOf(trend.totals);
  return change?.isNew === true ? 'new' : <Change value={change?.ratio} />;
}

const points = 52;

function WalletLine({ name, ...props }: WalletTrendProps & { readonly name: string }) {
  const format = useFormat();
  const trend = useTrend(props);
  if (trend === undefined) return null;
  const change = format.percentChange(changeOf(trend.totals)?.ratio);
  return (
    <Sparkline values={sparkPoints(trend, points)} label={`${name}: ${change} over the period`} />
  );
}

interface WalletChangesOptions {
  readonly customId: string;
  readonly wallets: readonly Wallet[];
  readonly period: HistoryType;
  /** Only an order by change needs them all; else each row in sight requests its own. */
  readonly isNeeded: boolean;
}

/** How each wallet changed over the period, by thematic, as far as it is known. */
export function useWalletChanges(
  options: WalletChangesOptions,
): ReadonlyMap<string, number | null> {
  const { customId, period } = options;
  const wallets = options.isNeeded ? options.wallets : [];
  return useQueries({
    queries: wallets.map(({ thematics }) => ({
      ...historyQuery(historyOf.wallet(customId, thematics), period),
      meta: noTicks,
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data, isPlaceholderData }, i) => {
          const wallet = wallets[i];
          if (wallet === undefined || data === undefined || isPlaceholderData) return [];
          const totals = upToNow(data.totals, wallet.total);
          return [[wallet.thematics, changeOf(totals)?.ratio ?? null] as const];
        }),
      ),
  });
}
