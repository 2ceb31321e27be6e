import { useDeferredValue, useMemo } from 'react';
import { sumOf } from '#analytics/weights.ts';
import type { Wallet } from '#contract/wallet.ts';
import type { Category } from '../../shared/categories.ts';
import { dustParam, withoutDust } from '../../shared/dust.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { EmptyPane } from '../../shared/ui/EmptyPane.tsx';
import { useSearchParam } from '../../shared/url/searchParam.ts';
import { useTypedParam } from '../../shared/url/typedParam.ts';
import { arrangePositions, findPositions } from './arrangePositions.ts';
import { HiddenLine } from './HiddenLine.tsx';
import { mergePositions } from './mergePositions.ts';
import { findName, positionSortParam } from './params.ts';
import { PositionsTable } from './PositionsTable.tsx';
import { PositionsTools } from './PositionsTools.tsx';

export interface AllPositionsProps {
  readonly customId: string;
  readonly wallets: readonly Wallet[];
  readonly nameOf: (thematicId: string) => string;
  readonly categories: ReadonlyMap<string, Category>;
  readonly currency: string | null;
}

/** Every token a user holds, once, over all wallets: found, sorted, with or without its dust. */
export function AllPositions({
  customId,
  wallets,
  nameOf,
  categories,
  currency,
}: AllPositionsProps) {
  const [sort, setSort] = useSearchParam(positionSortParam);
  const [dust, setDust] = useSearchParam(dustParam);
  const [typed, setTyped] = useTypedParam(findName);
  // The field has what is typed at once, the rows of thousands follow.
  const wanted = useDeferredValue(typed);
  const whole = useMemo(() => sumOf(wallets.map(({ total }) => total)), [wallets]);
  const all = useMemo(() => mergePositions(wallets, whole), [wallets, whole]);
  const found = useMemo(
    () => arrangePositions(findPositions(all, wanted, nameOf), sort),
    [all, wanted, nameOf, sort],
  );
  const cleaned = useMemo(() => withoutDust(found, whole), [found, whole]);
  const hidesDust = dust === 'hidden';
  const rows = hidesDust ? cleaned.rows : found;
  if (all.length === 0) {
    return (
      <EmptyPane title="No positions">
        All wallets are closed: the last statement of each is empty.
      </EmptyPane>
    );
  }
  return (
    <>
      <PositionsTools
        {...{ customId, rows, sort, typed, hidesDust, nameOf }}
        onSort={setSort}
        onType={setTyped}
        count={all.length}
        dust={cleaned.hidden.count}
        onDust={(isHidden) => setDust(isHidden ? 'hidden' : 'shown')}
      />
      {hidesDust && cleaned.hidden.count > 0 && (
        <HiddenLine hidden={cleaned.hidden} whole={whole} onShow={() => setDust('shown')} />
      )}
      {found.length === 0 ? (
        <EmptyPane
          title={`No position matches “${wanted}”`}
          actions={<Button onClick={() => setTyped('')}>Show all</Button>}
        >
          Symbols, names, ids and names of wallets are searched.
        </EmptyPane>
      ) : (
        <PositionsTable
          {...{ customId, rows, sort, nameOf, categories, currency, whole }}
          onSort={setSort}
          counted={found}
          isAll={found.length === all.length}
        />
      )}
    </>
  );
}
