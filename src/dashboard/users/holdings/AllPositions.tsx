import { useCallback, useMemo } from 'react';
import { type SharedWhole, sharedWholeOf } from '#analytics/concentration.ts';
import { knownSumOf } from '#analytics/weights.ts';
import { pathOf } from '#contract/operation.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import type { Wallet } from '#contract/wallet.ts';
import { useIsComplete } from '../../api/responseNotesStore.ts';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import type { Column } from '../../design/columns.ts';
import { PageLink } from '../../design/PageLink.tsx';
import { CategoryKey } from '../../portfolio/CategoryKey.tsx';
import { whyNoShares } from '../../portfolio/noSharesTexts.ts';
import { Positions } from '../../portfolio/Positions.tsx';
import { categoryColour } from '../../portfolio/categories.ts';
import { holdingsTexts } from '../../portfolio/holdingsTexts.ts';
import { positionColumns } from '../../portfolio/positionColumns.tsx';
import { type Thematics, useThematics } from '../../portfolio/useThematics.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { urls } from '../../url/urls.ts';
import { ShareCell, shareHead } from './ShareCell.tsx';
import classes from './holdings.module.css';
import { type MergedPosition, mergePositions } from '../../portfolio/mergePositions.ts';

interface AllPositionsProps {
  readonly customId: string;
  readonly wallets: readonly Wallet[];
}

export function AllPositions({ customId, wallets }: AllPositionsProps) {
  const format = useFormat();
  const { nameOf, categories } = useThematics();
  const whole = useMemo(() => knownSumOf(wallets.map(({ total }) => total)).whole, [wallets]);
  const isComplete = useIsComplete(pathOf(getWallets, { params: { id: customId } }));
  const shared = useMemo<SharedWhole>(
    () => (isComplete ? sharedByPositions(wallets) : { whole: null, noShares: 'unknown' }),
    [wallets, isComplete],
  );
  const rows = useMemo(() => mergePositions(wallets, shared.whole), [wallets, shared]);
  const why = whyNoShares(shared.noShares);
  const columns = useMemo(() => {
    const largest = rows.reduce((max, { share }) => Math.max(max, share ?? 0), 0);
    return mergedColumns(format, { customId, nameOf, categories, largest, why });
  }, [format, rows, customId, nameOf, categories, why]);
  const textsOf = useCallback(({ heldIn }: MergedPosition) => heldIn.map(nameOf), [nameOf]);
  if (rows.length === 0) {
    return <EmptyPane title="No positions">{holdingsTexts.allClosed}</EmptyPane>;
  }
  return (
    <Positions
      {...{ rows, columns, whole, textsOf }}
      of="user"
      sumsOf={why === undefined ? sumsOf : () => noSums(why)}
      note={format.count(rows.length, 'position')}
      owner={customId}
      narrowGrid="'head value' 20px 'left right' 18px 'third third' 20px / minmax(0, 1fr) auto"
    />
  );
}

const sumsOf = (share: number | null) => ({ share: <ShareCell share={share} /> });
const noSums = (why: string) => ({ share: <ShareCell share={null} why={why} /> });

/** Shares are of the wallets, unless a position is negative. */
function sharedByPositions(wallets: readonly Wallet[]): SharedWhole {
  const positions = wallets.flatMap(({ tokens }) => tokens.map(({ total }) => total));
  const { noShares } = sharedWholeOf(positions);
  if (noShares === 'negative') return { whole: null, noShares };
  return sharedWholeOf(wallets.map(({ total }) => total));
}

interface MergedColumnsOptions extends Pick<Thematics, 'nameOf' | 'categories'> {
  readonly customId: string;
  readonly largest: number;
  readonly why: string | undefined;
}

export function mergedColumns(
  format: Format,
  options: MergedColumnsOptions,
): readonly Column<MergedPosition>[] {
  const { customId, largest, why, nameOf, categories } = options;
  const { token, amount, price, total } = positionColumns<MergedPosition>(format, format.currency);
  const colourOf = ([first = '', ...others]: readonly string[]) =>
    categoryColour(others.length > 0 ? undefined : categories.get(first));
  return [
    {
      ...token,
      href: ({ heldIn: [first] }) =>
        first === undefined ? urls.user(customId) : urls.wallet(customId, first),
    },
    { ...amount, width: 112 },
    { ...price, from: 1100 },
    { ...total, width: 120 },
    {
      id: 'share',
      header: 'Share',
      head: shareHead,
      kind: 'figure',
      cell: ({ share, heldIn }) => (
        <ShareCell
          share={share}
          why={why}
          part={(share ?? 0) / largest}
          colour={colourOf(heldIn)}
        />
      ),
      csv: { share: ({ share }) => share },
      privacy: 'share',
      width: 158,
      narrow: 'right',
    },
    {
      id: 'wallets',
      header: 'In wallets',
      cell: ({ heldIn }) =>
        heldIn.map((id) => (
          <PageLink key={id} to={urls.wallet(customId, id)} className={classes.wallet}>
            <CategoryKey category={categories.get(id)} />
            <bdi>{nameOf(id)}</bdi>
          </PageLink>
        )),
      title: ({ heldIn }) => heldIn.map(nameOf).join(', '),
      sort: {
        value: ({ heldIn }) => heldIn.length,
        descending: 'Most wallets first',
        ascending: null,
      },
      csv: { thematics: ({ heldIn }) => heldIn.join(' ') },
      narrow: 'third',
    },
  ];
}
