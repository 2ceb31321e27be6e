import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { weightOf } from '#analytics/weights.ts';
import type { Thematic } from '#contract/thematic.ts';
import type { Wallet } from '#contract/wallet.ts';
import { csvOf } from '../design/columns.ts';
import { DataTable, type SumRow } from '../design/DataTable.tsx';
import { download } from '../design/download.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { TableSort } from '../design/TableSort.tsx';
import { useDataTable } from '../design/useDataTable.ts';
import { Loading, Panel } from '../design/Panel.tsx';
import { type HiddenDust, withoutDust } from '../portfolio/dust.ts';
import { dustParam } from '../url/params.ts';
import { DustChip } from '../portfolio/DustChip.tsx';
import { Reconciliation } from '../portfolio/Reconciliation.tsx';
import { tokenQueries } from '../portfolio/thematicQueries.ts';
import { usePrivacy } from '../preferences/preferences.ts';
import { useTableLayout } from '../preferences/tableLayouts.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { countWords, type Positions, positionsOf } from './positionRows.ts';
import classes from './PositionsPane.module.css';
import { positionSortParam, walletPositions } from './walletPositions.tsx';
import { type Format, useFormat } from '../preferences/format.ts';

interface PositionsPaneProps {
  readonly wallet: Wallet;
  /** undefined where it could not be read: then there are no targets. */
  readonly thematic: Thematic | undefined;
  readonly isThematicComing: boolean;
  readonly name: string;
  /** Opens the editor of holdings. */
  readonly onState: () => void;
}

/** What a wallet holds beside what its thematic would hold, sorted, with or without its dust. */
export function PositionsPane(props: PositionsPaneProps) {
  const { wallet, thematic, isThematicComing, name } = props;
  const format = useFormat();
  const { currency } = format;
  const privacy = usePrivacy();
  const tokens = useQuery(tokenQueries.all());
  const [sort, onSort] = useSearchParam(positionSortParam);
  const [dust, setDust] = useSearchParam(dustParam);
  const [layout, onLayout] = useTableLayout('walletPositions');
  const positions = useMemo(() => positionsOf(wallet, thematic), [wallet, thematic]);
  const hasTargets = thematic !== undefined;
  const columns = useMemo(() => {
    const changes = tokens.data?.map((token) => [token._id, token.change.day] as const);
    const dayChanges = new Map(changes);
    return walletPositions(format, { all: positions.rows, currency, dayChanges, hasTargets });
  }, [format, positions.rows, currency, tokens.data, hasTargets]);
  // What the target has and the wallet has not is no dust.
  const cleaned = useMemo(
    () => withoutDust(positions.rows, positions.sum, ({ amount }) => amount !== null),
    [positions],
  );
  const hidesDust = dust === 'hidden';
  const rows = hidesDust ? cleaned.rows : positions.rows;
  const model = useDataTable({ columns, rows, sort, onSort, layout, onLayout });
  const isClosed = wallet.tokens.length === 0;
  const isThere = !isClosed && !isThematicComing;
  const words = `${countWords(positions)}${priceWords(format, positions)}`;
  const file = (className: string | undefined) => (
    <Button
      variant="subtle"
      className={className}
      onClick={() =>
        download(
          `${wallet.user} ${name} positions.csv`,
          csvOf(columns, model.rows, privacy),
          'text/csv',
        )
      }
    >
      CSV
    </Button>
  );
  return (
    <Panel
      title="Positions"
      sub={isThere ? <span className={classes.wide}>{words}</span> : undefined}
      actions={
        isThere && (
          <>
            {hasTargets && <Legend />}
            <DustChip
              dust={cleaned.hidden.count}
              hidesDust={hidesDust}
              onDust={(isHidden) => setDust(isHidden ? 'hidden' : 'shown')}
              of="wallet"
            />
            <TableSort label="Order of the positions" model={model} />
            {file(classes.wide)}
          </>
        )
      }
      className={classes.pane}
    >
      {isThematicComing ? (
        <div className={classes.room}>
          <Loading what="the positions" />
        </div>
      ) : isClosed ? (
        <EmptyPane
          title="This wallet is closed"
          actions={<Button onClick={props.onState}>Record holdings</Button>}
        >
          Its last statement of holdings is empty. It stays listed, and its history goes on at 0.
        </EmptyPane>
      ) : (
        <>
          <div className={classes.narrow}>
            <p>{words}</p>
            {file(undefined)}
          </div>
          <DataTable
            model={model}
            label="Positions"
            isInPane
            keyOf={({ token }) => token._id}
            narrowRow={76}
            narrowGrid="'head head value' 20px 'left left right' 18px 'third bar last' 18px / 52px minmax(0, 1fr) auto"
            sums={sumsOf(format, positions, wallet.total, hidesDust ? cleaned.hidden : null, () =>
              setDust('shown'),
            )}
          />
        </>
      )}
    </Panel>
  );
}

/** What is hidden, where something is, and the sum of all. */
function sumsOf(
  format: Format,
  { rows, sum }: Positions,
  walletTotal: number,
  hidden: HiddenDust | null,
  onShow: () => void,
): readonly SumRow[] {
  const targets = rows.flatMap(({ target }) => (target === null ? [] : [target]));
  const all: SumRow = {
    id: 'all',
    cells: {
      token: (
        <>
          Sum of positions
          <Reconciliation sum={sum} whole={walletTotal} of="the wallet’s total" />
        </>
      ),
      total: format.total(sum),
      weight: format.share(sum > 0 ? 1 : null),
      target:
        targets.length > 0 && format.share(targets.reduce((part, target) => part + target, 0)),
    },
  };
  if (hidden === null || hidden.count === 0) return [all];
  const dust: SumRow = {
    id: 'dust',
    isQuiet: true,
    cells: {
      token: (
        <span className={classes.dust}>
          {format.number(hidden.count)} below 0.1 % hidden
          <button type="button" onClick={onShow}>
            Show
          </button>
        </span>
      ),
      total: format.total(hidden.sum),
      weight: format.share(weightOf(hidden.sum, sum)),
    },
  };
  return [dust, all];
}

/** What bar, tick and band of the positions mean. */
function Legend() {
  return (
    <span className={classes.legend}>
      <span>
        <i className={classes.weight} aria-hidden /> weight
      </span>
      <span>
        <i className={classes.target} aria-hidden /> target
      </span>
      <span>
        <i className={classes.band} aria-hidden /> ±2 points
      </span>
    </span>
  );
}

/** “; prices of 17 Jun, 14:23 UTC”, or how many of them are older than they should be. */
function priceWords(format: Format, { oldestPrice, outdated, held }: Positions): string {
  if (outdated > 0) return `; ${outdated} of ${held} prices out of date`;
  if (oldestPrice === null) return '';
  return `; prices of ${format.dayTime(oldestPrice)} ${format.zone(oldestPrice)}`;
}
