import { Skeleton } from '@mantine/core';
import { changeOf } from '#analytics/change.ts';
import type { SharedWhole } from '#analytics/concentration.ts';
import { knownSumOf, reconciles, weightOf } from '#analytics/weights.ts';
import type { Wallet } from '#contract/wallet.ts';
import { sparkPoints } from '../../chart/series.ts';
import { Sparkline } from '../../design/Sparkline.tsx';
import type { Column } from '../../design/columns.ts';
import { CategoryKey } from '../../portfolio/CategoryKey.tsx';
import { Change, changeFigure } from '../../portfolio/Change.tsx';
import { whyNoShares } from '../../portfolio/noSharesTexts.ts';
import { Reconciliation } from '../../portfolio/Reconciliation.tsx';
import { categoryColour } from '../../portfolio/categories.ts';
import type { Thematics } from '../../portfolio/useThematics.ts';
import { newFigure } from '../../preferences/figures.ts';
import type { Format } from '../../preferences/format.ts';
import { urls } from '../../url/urls.ts';
import { ShareCell, shareHead } from './ShareCell.tsx';
import classes from './holdings.module.css';

export interface WalletLines {
  readonly times: Float64Array<ArrayBuffer>;
  /** By thematic id, up to the last time. */
  readonly totals: ReadonlyMap<string, Float64Array<ArrayBuffer>>;
  readonly change: string;
  readonly length: string;
  /** Names the window if the head of the column does not. */
  readonly note: string;
  /** Sentence with the reason why flows are not known: a change is then neither gain nor loss. null: they are known. */
  readonly whyNoFlow: string | null;
  /** The window ends before now. Only change and line follow it. */
  readonly isEnded: boolean;
}

interface WalletColumnsOptions extends Pick<Thematics, 'nameOf' | 'categories'> {
  readonly customId: string;
  readonly shared: SharedWhole;
  readonly largest: number;
  readonly lines: WalletLines;
}

const skeletons = [88, 120, 64, 104];

export function walletColumns(
  format: Format,
  options: WalletColumnsOptions,
): readonly Column<Wallet>[] {
  const { customId, shared, largest, nameOf, categories, lines } = options;
  const changeIn = ({ thematics }: Wallet) => lines.totals.get(thematics);
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
      header: lines.isEnded ? 'Total now' : 'Total',
      unit: format.currency,
      kind: 'figure',
      cell: ({ total }) => format.total(total),
      figure: { of: ({ total }) => total, text: format.total, isSummed: true },
      skeleton: 96,
      sort: {
        value: ({ total }) => total,
        opens: 'descending',
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
          share={weightOf(total, shared.whole)}
          why={whyNoShares(shared.noShares)}
          part={shared.whole === null ? 0 : (weightOf(total, largest) ?? 0)}
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
      header: lines.change,
      kind: 'figure',
      cell: (wallet) => <WalletChange totals={changeIn(wallet)} lines={lines} />,
      title: () => lines.whyNoFlow ?? 'Change in value, including deposits and withdrawals',
      figure: changeFigure((wallet) => ratioOf(changeIn(wallet)), format.percentChange),
      skeleton: 56,
      sort: {
        value: (wallet) => ratioOf(changeIn(wallet)),
        descending: 'Largest rise first',
        ascending: 'Largest fall first',
      },
      // “Value, since 16 Aug”
      width: 152,
      wide: 176,
      narrow: 'right',
    },
    {
      id: 'spark',
      header: lines.length,
      kind: 'picture',
      cell: (wallet) => {
        const totals = changeIn(wallet);
        if (totals === undefined) return null;
        return (
          <Sparkline
            isPrivate
            isNeutral={lines.whyNoFlow !== null}
            values={sparkPoints({ times: lines.times.slice(-totals.length), totals })}
            label={`${nameOf(wallet.thematics)}: value ${format.percentChange(ratioOf(totals))} over the period`}
          />
        );
      },
      skeleton: () => <Skeleton width={104} height={2} />,
      width: 144,
      wide: 180,
    },
  ];
}

const changeOver = (totals: Float64Array | undefined) =>
  totals !== undefined && totals.length > 1 ? changeOf(totals) : null;
const ratioOf = (totals: Float64Array | undefined) => changeOver(totals)?.ratio;

interface WalletChangeProps {
  readonly totals: Float64Array | undefined;
  readonly lines: WalletLines;
}

export function WalletChange({ totals, lines }: WalletChangeProps) {
  const change = changeOver(totals);
  if (change?.isNew === true) return newFigure;
  // A change that may be a deposit is no gain.
  return (
    <Change value={change?.ratio} {...(lines.whyNoFlow !== null && { direction: 'unknown' })} />
  );
}

function Fault({ wallet: { tokens, total } }: { readonly wallet: Wallet }) {
  const sum = knownSumOf(tokens.map((position) => position.total)).whole;
  if (sum === null || total === null || reconciles(sum, total)) return null;
  return <Reconciliation sum={sum} whole={total} of="its total" />;
}
