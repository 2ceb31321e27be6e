import { VisuallyHidden } from '@mantine/core';
import type { PeriodAttribution, TokenAttribution } from '#contract/attribution.ts';
import type { Column } from '../design/columns.ts';
import { FigureBar, fromMiddle, middle } from '../design/FigureBar.tsx';
import { Change, changeFigure } from '../portfolio/Change.tsx';
import { TokenCell } from '../portfolio/positionColumns.tsx';
import type { Format } from '../preferences/format.ts';
import { usePrivacy } from '../preferences/preferences.ts';

type WithEffect = Pick<TokenAttribution, 'effect'>;

export function tokenEffectColumns(
  format: Format,
  rows: readonly TokenAttribution[],
): readonly Column<TokenAttribution>[] {
  return [
    {
      id: 'token',
      header: 'Token',
      cell: ({ token }) => <TokenCell token={{ ...token, price: null, priceAt: null }} />,
      title: ({ token }) => `${token.name} (${token._id})`,
      skeleton: 120,
      sort: { value: ({ token }) => token.symbol, ascending: 'By symbol', descending: null },
      csv: {
        token: ({ token }) => token._id,
        symbol: ({ token }) => token.symbol,
        name: ({ token }) => token.name,
      },
      narrow: 'head',
    },
    {
      id: 'weight',
      header: 'Avg. weight',
      kind: 'figure',
      isSoft: true,
      cell: ({ weight }) => format.share(weight),
      sort: { value: ({ weight }) => weight },
      csv: { weight: ({ weight }) => weight },
      privacy: 'share',
      width: 116,
      from: 960,
    },
    {
      id: 'target',
      header: 'Avg. target',
      kind: 'figure',
      isSoft: true,
      cell: ({ target }) => format.market.share(target),
      sort: { value: ({ target }) => target },
      csv: { target: ({ target }) => target },
      width: 112,
      from: 960,
    },
    {
      id: 'drift',
      header: 'Avg. drift',
      unit: 'pp',
      kind: 'figure',
      cell: ({ drift }) => format.points(drift),
      sort: { value: ({ drift }) => drift },
      csv: { drift: ({ drift }) => drift },
      privacy: 'share',
      width: 124,
      narrow: 'right',
    },
    {
      id: 'return',
      header: 'Return',
      kind: 'figure',
      // Prices are public.
      cell: (row) => <Change value={row.return} format={format.market.percentChange} />,
      title: (row) => (row.return === null ? 'No price at the first step' : undefined),
      figure: changeFigure((row) => row.return, format.market.percentChange),
      sort: { value: (row) => row.return },
      csv: { return: (row) => row.return },
      width: 116,
    },
    {
      id: 'excess',
      header: 'Less thematic',
      unit: 'pp',
      kind: 'figure',
      cell: ({ excess }) => format.market.finePoints(excess),
      title: ({ excess }) => (excess === null ? 'No price at the first step' : undefined),
      figure: { of: ({ excess }) => excess, text: format.market.finePoints },
      sort: { value: ({ excess }) => excess },
      csv: { excess: ({ excess }) => excess },
      width: 148,
      from: 560,
    },
    ...effectColumns(format, rows),
  ];
}

/** Titles and formats of months, days and hours, which are UTC. */
export function periodEffectColumns(
  format: Format,
  rows: readonly PeriodAttribution[],
): readonly Column<PeriodAttribution>[] {
  return [
    {
      id: 'period',
      header: 'From',
      cell: ({ from }) => format.dateTime(from),
      title: ({ from, to }) => `${format.dateTime(from)} to ${format.dateTime(to)}`,
      skeleton: 120,
      sort: {
        value: ({ from }) => from,
        ascending: 'Oldest first',
        descending: 'Latest first',
      },
      csv: { from: ({ from }) => from, to: ({ to }) => to },
      narrow: 'head',
    },
    {
      id: 'return',
      header: 'Wallet',
      kind: 'figure',
      cell: (row) => <Change value={row.return} format={format.percentChange} />,
      figure: changeFigure((row) => row.return, format.percentChange),
      sort: { value: (row) => row.return },
      csv: { return: (row) => row.return },
      privacy: 'share',
      width: 124,
      narrow: 'right',
    },
    {
      id: 'thematic',
      header: 'Thematic',
      kind: 'figure',
      cell: (row) => <Change value={row.thematicReturn} format={format.market.percentChange} />,
      figure: changeFigure((row) => row.thematicReturn, format.market.percentChange),
      sort: { value: (row) => row.thematicReturn },
      csv: { thematicReturn: (row) => row.thematicReturn },
      width: 124,
    },
    ...effectColumns(format, rows),
  ];
}

function effectColumns<Row extends WithEffect>(
  format: Format,
  rows: readonly Row[],
): readonly Column<Row>[] {
  const farthest = Math.max(0, ...rows.map(({ effect }) => Math.abs(effect)));
  return [
    {
      id: 'effect',
      header: 'Effect',
      unit: 'pp',
      kind: 'figure',
      cell: ({ effect }) => format.finePoints(effect),
      figure: { of: ({ effect }) => effect, text: format.finePoints },
      sort: {
        value: ({ effect }) => effect,
        ascending: 'Cost most',
        descending: 'Gained most',
      },
      csv: { effect: ({ effect }) => effect },
      privacy: 'share',
      width: 108,
      narrow: 'value',
    },
    {
      id: 'bar',
      header: 'Effect, drawn',
      head: <VisuallyHidden>Effect, drawn</VisuallyHidden>,
      kind: 'picture',
      cell: ({ effect }) => <EffectBar size={farthest > 0 ? effect / farthest : 0} />,
      width: 148,
      from: 960,
    },
  ];
}

function EffectBar({ size }: { readonly size: number }) {
  const isHidden = usePrivacy() === 'hidden';
  const colour = size < 0 ? 'var(--loss)' : 'var(--gain)';
  return (
    <FigureBar
      w={112}
      h={14}
      parts={[
        { ...middle, colour: 'var(--line-2)' },
        ...(isHidden ? [] : [{ ...fromMiddle(size), height: 6, colour }]),
      ]}
    />
  );
}
