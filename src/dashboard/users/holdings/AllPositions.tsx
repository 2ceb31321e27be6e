import { Button } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { sumOf, weightOf } from '#analytics/weights.ts';
import type { Wallet } from '#contract/wallet.ts';
import { csvOf } from '../../design/columns.ts';
import { DataTable } from '../../design/DataTable.tsx';
import { download } from '../../design/download.ts';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import { PageSearch } from '../../design/PageSearch.tsx';
import { TableSort } from '../../design/TableSort.tsx';
import { useDataTable } from '../../design/useDataTable.ts';
import type { Category } from '../../portfolio/categories.ts';
import { dustShare, type HiddenDust, withoutDust } from '../../portfolio/dust.ts';
import { dustParam, findName } from '../../url/params.ts';
import { DustChip } from '../../portfolio/DustChip.tsx';
import { Reconciliation } from '../../portfolio/Reconciliation.tsx';
import { useFormat } from '../../preferences/format.ts';
import { usePreferences } from '../../preferences/preferences.ts';
import { useTableLayout } from '../../preferences/tableLayouts.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { useTypedParam } from '../../url/typedParam.ts';
import classes from './holdings.module.css';
import { mergedColumns } from './mergedColumns.tsx';
import { findPositions, mergePositions } from './mergePositions.ts';
import { positionSortParam } from './params.ts';
import { ShareCell } from './ShareCell.tsx';

interface AllPositionsProps {
  readonly customId: string;
  readonly wallets: readonly Wallet[];
  readonly nameOf: (thematicId: string) => string;
  readonly categories: ReadonlyMap<string, Category>;
  readonly currency: string | null;
}

/** From so many on the positions are searched. */
const searchedFrom = 12;

/** Every token a user holds, once, over all wallets: searched, sorted, with or without its dust. */
export function AllPositions(props: AllPositionsProps) {
  const format = useFormat();
  const { customId, wallets, nameOf } = props;
  const { privacy } = usePreferences();
  const [sort, onSort] = useSearchParam(positionSortParam);
  const [dust, setDust] = useSearchParam(dustParam);
  const [typed, setTyped] = useTypedParam(findName);
  const [layout, onLayout] = useTableLayout('userPositions');
  // The field has what is typed at once, the rows of thousands follow.
  const text = useDeferredValue(typed);
  const whole = useMemo(() => sumOf(wallets.map(({ total }) => total)), [wallets]);
  const all = useMemo(() => mergePositions(wallets, whole), [wallets, whole]);
  const matching = useMemo(() => findPositions(all, text, nameOf), [all, text, nameOf]);
  const cleaned = useMemo(() => withoutDust(matching, whole), [matching, whole]);
  const hidesDust = dust === 'hidden';
  const rows = hidesDust ? cleaned.rows : matching;
  const largest = rows.reduce((most, { share }) => Math.max(most, share ?? 0), 0);
  const columns = mergedColumns(format, { ...props, largest });
  const model = useDataTable({ columns, rows, sort, onSort, layout, onLayout });
  if (all.length === 0) {
    return (
      <EmptyPane title="No positions">
        All wallets are closed: the last statement of each is empty.
      </EmptyPane>
    );
  }
  const save = () =>
    download(`${customId} positions.csv`, csvOf(columns, model.rows, privacy), 'text/csv');
  const sum = sumOf(matching.map(({ total }) => total));
  const isAll = matching.length === all.length;
  return (
    <>
      <div className={classes.tools}>
        {(all.length >= searchedFrom || typed !== '') && (
          <PageSearch
            label="Search the positions"
            placeholder="Symbol, name or wallet"
            value={typed}
            onChange={setTyped}
          />
        )}
        <span className={classes.count}>
          {rows.length !== all.length && `${format.number(rows.length)} of `}
          {format.number(all.length)}
        </span>
        <span className={classes.grow} />
        <DustChip
          dust={cleaned.hidden.count}
          hidesDust={hidesDust}
          onDust={(isHidden) => setDust(isHidden ? 'hidden' : 'shown')}
          of="user"
        />
        <TableSort label="Order of the positions" model={model} />
        <Button variant="subtle" onClick={save}>
          CSV
        </Button>
      </div>
      {hidesDust && cleaned.hidden.count > 0 && (
        <HiddenLine hidden={cleaned.hidden} whole={whole} onShow={() => setDust('shown')} />
      )}
      {matching.length === 0 ? (
        <EmptyPane
          title={`No position matches “${text}”`}
          actions={<Button onClick={() => setTyped('')}>Show all</Button>}
        >
          Symbols, names, ids and names of wallets are searched.
        </EmptyPane>
      ) : (
        <DataTable
          model={model}
          label="Positions"
          hasPageKeys
          keyOf={({ token }) => token._id}
          narrowRow={76}
          narrowGrid="'head value' 20px 'left right' 18px 'third third' 20px / minmax(0, 1fr) auto"
          sums={[
            {
              id: 'all',
              cells: {
                token: isAll ? (
                  <>
                    All positions
                    <Reconciliation sum={sum} whole={whole} of="the wallets’ totals" />
                  </>
                ) : (
                  `${format.number(matching.length)} match`
                ),
                total: format.total(sum),
                share: <ShareCell share={weightOf(sum, whole)} />,
              },
            },
          ]}
        />
      )}
    </>
  );
}

interface HiddenLineProps {
  readonly hidden: HiddenDust;
  readonly whole: number;
  readonly onShow: () => void;
}

/** What the dust filter leaves out: never without a word. */
function HiddenLine({ hidden, whole, onShow }: HiddenLineProps) {
  const format = useFormat();
  const one = hidden.count === 1;
  return (
    <output className={classes.hidden}>
      <span>
        {format.number(hidden.count)} {one ? 'position' : 'positions'} under{' '}
        {format.market.share(dustShare)} {one ? 'is' : 'are'} hidden, {format.total(hidden.sum)}
        {one ? '' : ' together'} ({format.percent(weightOf(hidden.sum, whole))} of the user).
      </span>
      <button type="button" onClick={onShow}>
        Show
      </button>
    </output>
  );
}
