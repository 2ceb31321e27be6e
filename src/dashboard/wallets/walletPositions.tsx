import { Group, Text, VisuallyHidden } from '@mantine/core';
import { FigureBar, fromMiddle, middle } from '../design/FigureBar.tsx';
import type { Column } from '../design/columns.ts';
import { Change, changeFigure } from '../portfolio/Change.tsx';
import { positionColumns } from '../portfolio/positionColumns.tsx';
import { usePrivacy } from '../preferences/preferences.ts';
import type { PositionRow } from './positionRows.ts';
import classes from './walletPositions.module.css';
import { type Format, useFormat } from '../preferences/format.ts';

/** Larger drifts stand out: 2 points. */
const tolerance = 0.02;

interface WalletPositionsOptions {
  /** All rows, including dust: bars are measured by them, so that nothing moves when dust is hidden. */
  readonly all: readonly PositionRow[];
  readonly changes: ReadonlyMap<string, number | null>;
  readonly heads: { readonly change: string; readonly inCsv: string };
  readonly hasTargets: boolean;
  readonly hasPast: boolean;
  readonly why: string | undefined;
}

export function walletPositions(
  format: Format,
  options: WalletPositionsOptions,
): readonly Column<PositionRow>[] {
  const { all, changes, heads, hasPast, hasTargets, why } = options;
  const { token, amount, price, total } = positionColumns<PositionRow>(format, format.currency);
  const { widest, farthest } = scaleOf(all);
  const changeIn = (row: PositionRow) => changes.get(row.token._id);
  const change: Column<PositionRow> = {
    id: 'change',
    header: heads.change,
    kind: 'figure',
    // Privacy mode does not hide prices.
    cell: (row) => <Change value={changeIn(row)} format={format.market.percentChange} />,
    figure: changeFigure(changeIn, format.market.percentChange),
    sort: { value: changeIn, descending: 'Rose most', ascending: 'Fell most' },
    title: () => 'Return of the token: its price from the first to the last record',
    csv: { [heads.inCsv]: changeIn },
    // “Return, since 16 Aug”
    width: 128,
    wide: 168,
    narrow: 'right',
  };
  const columns: readonly Column<PositionRow>[] = [
    token,
    amount,
    { ...price, from: 1100 },
    ...(hasPast ? [change] : []),
    total,
    {
      id: 'weight',
      header: 'Weight',
      kind: 'figure',
      cell: ({ weight }) => format.share(weight),
      title: () => why,
      csv: { weight: ({ weight }) => weight },
      privacy: 'share',
      width: 84,
      narrow: 'third',
    },
    {
      id: 'bullet',
      header: 'Weight and target',
      head: <VisuallyHidden>Weight and target</VisuallyHidden>,
      cell: ({ weight, target }) => <WeightBar weight={weight} target={target} widest={widest} />,
      width: 128,
      from: 1100,
      narrow: 'bar',
      className: classes.bar,
    },
  ];
  if (!hasTargets) return columns;
  return [
    ...columns,
    {
      id: 'target',
      header: 'Target',
      kind: 'figure',
      isSoft: true,
      // Privacy mode does not hide targets.
      cell: ({ target }) => format.market.share(target),
      sort: { value: ({ target }) => target },
      csv: { target: ({ target }) => target },
      width: 80,
      // Without it, a tablet has space for the token.
      from: 960,
    },
    {
      id: 'drift',
      header: 'Drift',
      unit: 'pp',
      kind: 'figure',
      cell: ({ drift }) => <Drift drift={drift} />,
      sort: {
        value: ({ drift }) => drift,
        descending: 'Most over target',
        ascending: 'Most under target',
      },
      csv: { drift: ({ drift }) => drift },
      privacy: 'share',
      width: 112,
      narrow: 'last',
      className: classes.drift,
    },
    {
      id: 'driftBar',
      header: 'Drift from target',
      head: <VisuallyHidden>Drift from target</VisuallyHidden>,
      kind: 'picture',
      cell: ({ drift }) => <DriftBar drift={drift} farthest={farthest} />,
      width: 156,
      from: 1280,
      className: classes.bar,
    },
  ];
}

function scaleOf(rows: readonly PositionRow[]) {
  let widest = 0;
  let farthest = 2 * tolerance;
  for (const { weight, target, drift } of rows) {
    widest = Math.max(widest, weight ?? 0, target ?? 0);
    farthest = Math.max(farthest, Math.abs(drift ?? 0));
  }
  return { widest, farthest };
}

function Drift({ drift }: Pick<PositionRow, 'drift'>) {
  const format = useFormat();
  const isOut = usePrivacy() !== 'hidden' && Math.abs(drift ?? 0) > tolerance;
  return (
    <Text span inherit {...(isOut ? { fw: 500 } : { c: 'var(--ink-2)' })}>
      {format.points(drift)}
    </Text>
  );
}

interface WeightBarProps extends Pick<PositionRow, 'weight' | 'target'> {
  readonly widest: number;
}

function WeightBar({ weight, target, widest }: WeightBarProps) {
  const isHidden = usePrivacy() === 'hidden';
  const part = (share: number) => (widest > 0 ? share / widest : 0);
  return (
    <FigureBar
      w={104}
      h={14}
      parts={[
        ...(weight === null || isHidden
          ? []
          : [{ ...barStyles.weight, from: 0, to: part(weight) }]),
        ...(target === null ? [] : [{ ...barStyles.target, from: part(target) }]),
      ]}
    />
  );
}

interface DriftBarProps extends Pick<PositionRow, 'drift'> {
  readonly farthest: number;
}

function DriftBar({ drift, farthest }: DriftBarProps) {
  const isHidden = usePrivacy() === 'hidden';
  const band = tolerance / farthest / 2;
  const isOut = Math.abs(drift ?? 0) > tolerance;
  const colour = isOut ? 'var(--ink-1)' : barStyles.weight.colour;
  const part = { height: 6, colour, ...fromMiddle((drift ?? 0) / farthest) };
  return (
    <FigureBar
      w={120}
      h={14}
      parts={[
        { ...middle, from: 0.5 - band, to: 0.5 + band, colour: barStyles.band.colour },
        { ...middle, colour: barStyles.weight.colour },
        ...(drift === null || isHidden ? [] : [part]),
      ]}
    />
  );
}

const barStyles = {
  weight: { height: 6, colour: 'var(--line-3)' },
  target: { width: 2, height: 14, colour: 'var(--ink-1)', isMark: true },
  band: { height: 12, colour: 'var(--surface-2)' },
} as const;

const legend = [
  { name: 'weight', width: 14, ...barStyles.weight },
  { name: 'target', ...barStyles.target },
  { name: '±2 pp', width: 14, ...barStyles.band },
];

export function Legend() {
  return (
    <Group component="span" gap="md" mr="xs" wrap="nowrap" visibleFrom="sm">
      {legend.map(({ name, width, height, colour }) => (
        <Group key={name} component="span" gap={6} fz="xs" c="var(--ink-2)">
          <FigureBar w={width} h={height} bg={colour} /> {name}
        </Group>
      ))}
    </Group>
  );
}
