import { Anchor, Box, Button, Group, Text } from '@mantine/core';
import { clsx } from 'clsx';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { knownSumOf, weightOf } from '#analytics/weights.ts';
import { day, hour } from '#contract/historyType.ts';
import { fold } from '#contract/search.ts';
import type { Token } from '#contract/token.ts';
import { type Column, csvOf } from '../design/columns.ts';
import { DataTable } from '../design/DataTable.tsx';
import { download } from '../design/download.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { Panel } from '../design/Panel.tsx';
import { ExplainedSum } from './explain/ExplainedSum.tsx';
import { PageSearch, TableSort } from '../design/ListTools.tsx';
import { useDataTable, useTableSort } from '../design/useDataTable.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import { usePrivacy } from '../preferences/preferences.ts';
import { useTableLayout } from '../preferences/tableLayouts.ts';
import { dustParam, findName, heldParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { urls } from '../url/urls.ts';
import { useTypedParam } from '../url/typedParam.ts';
import { dustShare, withoutDust } from './dust.ts';
import { KnownTotals } from './KnownTotals.tsx';
import type { Position } from './positionColumns.tsx';
import classes from './Positions.module.css';
import { Reconciliation } from './Reconciliation.tsx';

interface PositionsProps<Row extends Position> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Total that the positions are parts of; null: not known. `of` names it. */
  readonly whole: number | null;
  readonly of: 'user' | 'wallet';
  readonly textsOf?: (row: Row) => readonly string[];
  /** Sums besides the total, from the share of the rows shown. */
  readonly sumsOf: (share: number | null) => Readonly<Record<string, ReactNode>>;
  readonly note: string;
  readonly owner: string;
  readonly narrowGrid: string;
  readonly panel?: {
    readonly title: string;
    readonly sub?: string;
    readonly actions: ReactNode;
    readonly className: string | undefined;
  };
}

const searchedFrom = 12;

const totalNames = { user: 'the wallets’ totals', wallet: 'the wallet’s total' } as const;

export function Positions<Row extends Position>(props: PositionsProps<Row>) {
  const { rows: all, columns, whole, of, textsOf, sumsOf, note, panel } = props;
  const format = useFormat();
  const privacy = usePrivacy();
  const [dust, setDust] = useSearchParam(dustParam);
  const [held, setHeld] = useSearchParam(heldParam);
  const [typed, setTyped] = useTypedParam(findName);
  const [layout, onLayout] = useTableLayout(`${of}Positions`);
  // The field updates at once. Thousands of rows follow.
  const text = useDeferredValue(typed);
  const isHeldOnly = held === 'only';
  const allHeld = useMemo(() => all.filter(isHeld), [all]);
  const shown = isHeldOnly ? allHeld : all;
  const matching = useMemo(() => findPositions(shown, text, textsOf), [shown, text, textsOf]);
  const dustFree = useMemo(() => withoutDust(matching, whole, isPosition), [matching, whole]);
  const hidesDust = dust === 'hidden';
  const rows = hidesDust ? dustFree.rows : matching;
  const [sort, onSort] = useTableSort(columns);
  const model = useDataTable({ columns, rows, sort, onSort, layout, onLayout });
  const { count, sum: hidden } = dustFree.hidden;
  const sum = knownSumOf(matching.map(({ total }) => total));
  const save = () =>
    download(`${props.owner} positions.csv`, csvOf(columns, model.rows, privacy), 'text/csv');
  const notHeld = all.length - allHeld.length;
  const counted = `${rows.length === shown.length ? '' : `${format.number(rows.length)} of `}${note}`;
  const notes = [panel?.sub, counted, priceNote(format, all)].filter(Boolean).join('; ');
  const search = (all.length >= searchedFrom || typed !== '') && (
    <PageSearch
      label="Search positions"
      placeholder={of === 'user' ? 'Symbol, name or wallet' : 'Symbol or name'}
      value={typed}
      onChange={setTyped}
    />
  );
  const tools = (
    <>
      {(notHeld > 0 || isHeldOnly) && (
        <Button
          size="xs"
          aria-pressed={isHeldOnly}
          onClick={() => setHeld(isHeldOnly ? 'all' : 'only')}
          title="Hides tokens that are not held"
        >
          Show held only <em>{format.number(allHeld.length)}</em>
        </Button>
      )}
      {(count > 0 || hidesDust) && (
        <Button
          size="xs"
          aria-pressed={hidesDust}
          onClick={() => setDust(hidesDust ? 'shown' : 'hidden')}
          title={`Positions below ${format.market.share(dustShare)} of the ${of}`}
        >
          Hide dust <em>{format.number(count)}</em>
        </Button>
      )}
      <TableSort label="Sort positions" model={model} />
      <Button variant="subtle" onClick={save}>
        CSV
      </Button>
    </>
  );
  const table = (
    <>
      {hidesDust && count > 0 && (
        <Group component="output" className={classes.hidden} wrap="nowrap" gap="sm" fz="xs" lh="xs">
          <span>
            {format.count(count, 'position')} below {format.market.share(dustShare)} hidden,{' '}
            {format.total(hidden)}
            {count === 1 ? '' : ' in total'} ({format.percent(weightOf(hidden, whole))} of the {of}
            ).
          </span>
          <Anchor
            component="button"
            type="button"
            underline="always"
            onClick={() => setDust('shown')}
          >
            Show
          </Anchor>
        </Group>
      )}
      {matching.length === 0 ? (
        <EmptyPane
          title={text === '' ? 'No holdings' : `No position matches “${text}”`}
          actions={
            <Button onClick={() => (text === '' ? setHeld('all') : setTyped(''))}>Show all</Button>
          }
        >
          {of === 'user'
            ? 'The search covers symbols, names, IDs and wallet names.'
            : 'The search covers symbols, names and IDs.'}
        </EmptyPane>
      ) : (
        <DataTable
          model={model}
          label="Positions"
          isInPane
          hasPageKeys
          keyOf={({ token }) => token._id}
          narrowRow={76}
          narrowGrid={props.narrowGrid}
          sums={[
            {
              id: 'all',
              cells: {
                token:
                  text === '' ? (
                    <>
                      Positions total <KnownTotals sum={sum} />
                      {sum.whole !== null && whole !== null && (
                        <Reconciliation sum={sum.whole} whole={whole} of={totalNames[of]} />
                      )}
                    </>
                  ) : (
                    `${format.number(matching.length)} match`
                  ),
                total: (
                  <ExplainedSum
                    label="Positions total"
                    noun="position"
                    sum={sum}
                    parts={() =>
                      matching.map(({ token, total }) => ({
                        name: token.symbol,
                        value: total,
                        href: urls.token(token._id),
                      }))
                    }
                    whole={text === '' ? whole : null}
                    of={totalNames[of]}
                  />
                ),
                ...sumsOf(weightOf(sum.whole, whole)),
              },
            },
          ]}
        />
      )}
    </>
  );
  if (panel !== undefined) {
    return (
      <Panel
        {...panel}
        className={clsx(classes.panel, panel.className)}
        sub={notes}
        actions={
          <>
            {panel.actions}
            {search}
            {tools}
          </>
        }
      >
        {table}
      </Panel>
    );
  }
  return (
    <>
      <Group gap="xs" px="var(--gutter)" pb="xs">
        {search}
        <Text span size="xs" c="dimmed">
          {notes}
        </Text>
        <Box flex={1} />
        {tools}
      </Group>
      {table}
    </>
  );
}

/** A target token that the wallet does not hold is neither a position nor dust. */
const isPosition = ({ isMissing }: Position) => isMissing !== true;
const isHeld = ({ isMissing, amount }: Position) => isMissing !== true && amount !== 0;

export function findPositions<Row extends { readonly token: Token }>(
  rows: readonly Row[],
  typed: string,
  textsOf: (row: Row) => readonly string[] = () => [],
): readonly Row[] {
  const text = fold(typed.trim());
  if (text === '') return rows;
  return rows.filter((row) =>
    [row.token.symbol, row.token.name, row.token._id, ...textsOf(row)].some((one) =>
      fold(one).includes(text),
    ),
  );
}

/** Returns “1 of 7 prices older than a day”, or the oldest price's time if no price is too old. */
function priceNote(format: Format, rows: readonly Position[]): string {
  const held = rows.filter(isPosition).map(({ token }) => token);
  const ages = held.flatMap(({ priceAgeSeconds }) => priceAgeSeconds ?? []);
  if (ages.length > 0) {
    const youngest = Math.min(...ages) * 1000;
    const than =
      youngest >= day
        ? 'older than a day'
        : youngest >= hour
          ? 'older than an hour'
          : 'out of date';
    return `${format.number(ages.length)} of ${format.number(held.length)} prices ${than}`;
  }
  const oldest = held
    .flatMap(({ priceAt }) => priceAt ?? [])
    .reduce<string | null>((a, b) => (a === null || b < a ? b : a), null);
  return oldest === null ? '' : `prices of ${format.shortDateTime(oldest)} ${format.zone(oldest)}`;
}
