import { useMemo } from 'react';
import { sumOf } from '#analytics/weights.ts';
import type { Wallet } from '#contract/wallet.ts';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import type { Category } from '../../portfolio/categories.ts';
import { Positions } from '../../portfolio/Positions.tsx';
import { useFormat } from '../../preferences/format.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { sortParam } from '../../url/sortParam.ts';
import { mergedColumns } from './mergedColumns.tsx';
import { type MergedPosition, mergePositions } from './mergePositions.ts';
import { ShareCell } from './ShareCell.tsx';

const positionSortParam = sortParam(['token', 'amount', 'price', 'total', 'wallets'], {
  by: 'total',
  order: 'descending',
});

const sumsOf = (share: number | null) => ({ share: <ShareCell share={share} /> });

interface AllPositionsProps {
  readonly customId: string;
  readonly wallets: readonly Wallet[];
  readonly nameOf: (thematicId: string) => string;
  readonly categories: ReadonlyMap<string, Category>;
}

/** Every token a user holds, once, over all wallets. */
export function AllPositions({ customId, wallets, nameOf, categories }: AllPositionsProps) {
  const format = useFormat();
  const [sort, onSort] = useSearchParam(positionSortParam);
  const whole = useMemo(() => sumOf(wallets.map(({ total }) => total)), [wallets]);
  const rows = useMemo(() => mergePositions(wallets, whole), [wallets, whole]);
  const columns = useMemo(() => {
    const largest = rows.reduce((most, { share }) => Math.max(most, share ?? 0), 0);
    return mergedColumns(format, { customId, nameOf, categories, largest });
  }, [format, rows, customId, nameOf, categories]);
  const textsOf = useMemo(
    () =>
      ({ heldIn }: MergedPosition) =>
        heldIn.map(nameOf),
    [nameOf],
  );
  if (rows.length === 0) {
    return (
      <EmptyPane title="No positions">
        All wallets are closed: the latest statement of each has no holdings.
      </EmptyPane>
    );
  }
  return (
    <Positions
      {...{ rows, columns, whole, sort, onSort, textsOf }}
      of="user"
      sumsOf={sumsOf}
      note={`${format.number(rows.length)} ${rows.length === 1 ? 'position' : 'positions'}`}
      file={`${customId} positions.csv`}
      narrowGrid="'head value' 20px 'left right' 18px 'third third' 20px / minmax(0, 1fr) auto"
    />
  );
}
