import { Box, Skeleton } from '@mantine/core';
import { knownSumOf, weightOf } from '#analytics/weights.ts';
import type { Contribution } from '#contract/contribution.ts';
import type { Constituent, Thematic } from '#contract/thematic.ts';
import type { TokenWithChange } from '#contract/token.ts';
import { FigureBar, fromMiddle, middle } from '../../design/FigureBar.tsx';
import type { Column } from '../../design/columns.ts';
import { HistoryLine } from '../../history/HistoryLine.tsx';
import { historyOf } from '../../history/historyQueries.ts';
import { pointsOf } from '../../history/useContribution.ts';
import type { ShownPeriod } from '../../history/historyWindow.ts';
import { changeLength, overHistory, overPeriod } from '../../history/periodText.ts';
import { Change, changeFigure } from '../../portfolio/Change.tsx';
import { tokenColumns } from '../../portfolio/positionColumns.tsx';
import classes from './detail.module.css';
import { type Format, useFormat } from '../../preferences/format.ts';

export interface ConstituentRow {
  readonly token: Constituent['token'];
  readonly weight: number | null;
  readonly day: number | null;
  readonly change: number | null;
  /** Contribution to the level, in index points. */
  readonly contribution: number | null;
}

/** The contribution of tokens that a later definition removed. */
export interface RemovedTokens {
  readonly symbols: readonly string[];
  /** In index points; null: not known. */
  readonly contribution: number | null;
}

/** Tokens that are in a contribution and no longer in the thematic; null: none. */
export function removedTokens(
  thematic: Thematic,
  contribution: Contribution | undefined,
): RemovedTokens | null {
  const current = new Set(thematic.tokens?.map(({ token }) => token._id));
  const removed = contribution?.tokens.filter(({ token }) => !current.has(token._id)) ?? [];
  if (removed.length === 0) return null;
  const parts = removed.map((one) => pointsOf(contribution, one.contribution));
  return {
    symbols: removed.map(({ token }) => token.symbol),
    contribution: knownSumOf(parts).whole,
  };
}

interface ShownColumns {
  /** The period of the contribution. */
  readonly shown: ShownPeriod;
  /** Its last instant (epoch ms); null: the present. */
  readonly asOf: number | null;
  /** First record of a thematic that began within the period, otherwise null. */
  readonly began: string | null;
  readonly hasContribution: boolean;
  readonly hasPrices: boolean;
}

interface ConstituentRowsOptions {
  /** The period of the contribution. */
  readonly shown: ShownPeriod;
  readonly tokens: readonly TokenWithChange[] | undefined;
  readonly contribution: Contribution | undefined;
}

/** Sorts by symbol, which remains the order of equal rows. */
export function constituentRows(
  thematic: Thematic,
  options: ConstituentRowsOptions,
): ConstituentRow[] {
  const { shown, tokens, contribution } = options;
  const { period, zoom } = shown;
  const changes = new Map(tokens?.map(({ _id, change }) => [_id, change]));
  const parts = new Map(contribution?.tokens.map((part) => [part.token._id, part]));
  const bySymbol = thematic.tokens?.toSorted((a, b) => (a.token.symbol < b.token.symbol ? -1 : 1));
  return (bySymbol ?? []).map(({ token, weight }) => {
    const part = parts.get(token._id);
    // Prefers the thematic's own window, which the contributions are computed from.
    const ofPeriod = zoom === null ? changes.get(token._id)?.[period] : null;
    const change = part === undefined ? ofPeriod : part.change;
    return {
      token,
      weight,
      day: changes.get(token._id)?.day ?? null,
      change: change ?? null,
      contribution: pointsOf(contribution, part?.contribution),
    };
  });
}

export function constituentColumns(
  format: Format,
  rows: readonly ConstituentRow[],
  { shown, asOf, began, hasContribution, hasPrices }: ShownColumns,
): readonly Column<ConstituentRow>[] {
  const { chosen, period, zoom } = shown;
  const { token, price } = tokenColumns<ConstituentRow>(format, format.currency);
  const { from: _, ...priceAnywhere } = price;
  const heaviest = Math.max(0, ...rows.map(({ weight }) => weight ?? 0));
  const farthest = Math.max(0, ...rows.map((row) => Math.abs(row.contribution ?? 0)));
  const day: Column<ConstituentRow> = {
    id: 'day',
    header: overPeriod('Return', 'day'),
    kind: 'figure',
    cell: (row) => <Change value={row.day} format={format.market.percentChange} />,
    figure: changeFigure((row) => row.day, format.market.percentChange),
    sort: { value: (row) => row.day },
    width: 112,
    wide: 132,
    from: 800,
  };
  const columns: readonly Column<ConstituentRow>[] = [
    token,
    {
      id: 'weight',
      header: 'Weight',
      kind: 'figure',
      cell: ({ weight }) => (
        <>
          {format.market.share(weight)}
          <WeightBar part={weightOf(weight, heaviest)} />
        </>
      ),
      skeleton: 104,
      sort: { value: ({ weight }) => weight, opens: 'descending' },
      width: 116,
      wide: 160,
      narrow: 'left',
    },
    {
      ...priceAnywhere,
      // If no contribution is known, phones show the price in its place.
      ...(hasContribution ? { from: 560 } : { narrow: 'value' }),
      title: ({ token: { priceAt } }) =>
        priceAt === null ? undefined : `Price as of ${format.date(priceAt)}`,
      width: 104,
      wide: 152,
    },
    ...(chosen === 'day' ? [] : [day]),
    {
      id: 'change',
      header: overHistory('Return', format, shown, began),
      kind: 'figure',
      cell: ({ change }) => <Change value={change} format={format.market.percentChange} />,
      figure: changeFigure(({ change }) => change, format.market.percentChange),
      skeleton: 56,
      sort: { value: ({ change }) => change },
      // A change since inception can be a thousandfold.
      width: 128,
      wide: 168,
      narrow: 'right',
      className: classes.change,
    },
    {
      id: 'contribution',
      header: 'Contribution',
      unit: 'points',
      kind: 'figure',
      cell: ({ change, contribution }) => (
        <ContributionCell
          // A token without prices in the window was not part of the level.
          part={change === null && contribution === 0 ? null : contribution}
          farthest={farthest}
        />
      ),
      skeleton: 120,
      sort: { value: ({ contribution }) => contribution },
      width: 152,
      wide: 216,
      narrow: 'value',
      className: classes.change,
    },
    {
      id: 'spark',
      header: changeLength(format, shown),
      kind: 'picture',
      cell: (row) => (
        <HistoryLine
          source={historyOf.token(row.token._id, asOf)}
          period={period}
          zoom={zoom}
          what="The prices"
          label={`${row.token.symbol}: return ${format.market.percentChange(row.change)} over the period`}
          width={80}
        />
      ),
      skeleton: () => <Skeleton width={80} height={2} />,
      width: 108,
      wide: 144,
      // At 1280 px, the day has its place: names of tokens would be cut beside both.
      from: chosen === 'day' ? 720 : 960,
    },
  ];
  const isAvailable: Readonly<Record<string, boolean>> = {
    contribution: hasContribution,
    day: hasPrices,
    change: hasPrices,
    spark: hasPrices,
  };
  return columns.filter(({ id }) => isAvailable[id] ?? true);
}

export function WeightBar({ part }: { readonly part: number | null }) {
  return (
    <FigureBar
      w={40}
      h={4}
      ml={8}
      visibleFrom="sm"
      {...(part !== null && {
        bg: 'var(--surface-2)',
        parts: [{ from: 0, to: part, height: 4, colour: 'var(--line-3)' }],
      })}
    />
  );
}

interface ContributionCellProps {
  readonly part: number | null;
  readonly farthest: number;
}

function ContributionCell({ part, farthest }: ContributionCellProps) {
  const format = useFormat();
  const size = farthest > 0 ? (part ?? 0) / farthest : 0;
  const colour = size < 0 ? 'var(--loss)' : 'var(--gain)';
  return (
    <>
      <FigureBar
        w={48}
        h={12}
        visibleFrom="sm"
        parts={[
          { ...middle, colour: 'var(--line-2)' },
          { ...fromMiddle(size), height: 6, colour },
        ]}
      />
      <Box component="span" display="inline-block" w={64}>
        {format.levelChange(part)}
      </Box>
    </>
  );
}
