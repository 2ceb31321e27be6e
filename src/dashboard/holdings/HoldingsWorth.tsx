import { Box, Text } from '@mantine/core';
import { sumOf } from '#analytics/weights.ts';
import { periodReaching } from '#contract/historyType.ts';
import { labelWithUnit } from '../design/WithUnit.tsx';
import { unknownFigure } from '../preferences/figures.ts';
import { useFormat } from '../preferences/format.ts';
import type { DraftPosition } from './draft.ts';
import { Consequence } from './LinesForm.tsx';
import { priceAt, usePriceHistories } from './usePriceHistories.ts';
import type { HoldingsEditing } from './useHoldingsEdit.ts';

export function HoldingsWorth({ edit }: { readonly edit: HoldingsEditing }) {
  const format = useFormat();
  const { positions: after, inEffect: before, known, at, asOf, supersededAt: later } = edit;
  if (after === null || after.length + before.length === 0) return null;
  const prices = new Map(known.list.map(({ _id, price }) => [_id, price]));
  return (
    <Box component="dl" mt="sm">
      {at !== null && <WorthThen {...{ at, asOf, before, after }} key={at} />}
      {later === null ? (
        <Worth
          label={labelWithUnit('Current value', format.currency)}
          {...{ before, after, prices }}
        />
      ) : (
        <Text c="dimmed">No effect today: superseded {format.dateTime(later)}</Text>
      )}
    </Box>
  );
}

type Prices = ReadonlyMap<string, number | null>;

interface WorthProps {
  readonly label: string;
  readonly before: readonly DraftPosition[];
  readonly after: readonly DraftPosition[];
  readonly prices: Prices;
}

function Worth({ label, before, after, prices }: WorthProps) {
  const format = useFormat();
  const now = valueOf(after, prices);
  const unpriced = after.filter(({ token }) => prices.get(token) == null).length;
  return (
    <Consequence
      {...{ label }}
      figure={format.total(now)}
      beside={format.change(now - valueOf(before, prices))}
    >
      {unpriced > 0 && <Text c="dimmed">Left out: {format.number(unpriced)} without a price.</Text>}
    </Consequence>
  );
}

interface WorthThenProps extends Pick<WorthProps, 'before' | 'after'> {
  readonly at: string;
  readonly asOf: number | null;
}

function WorthThen({ at, asOf, before, after }: WorthThenProps) {
  const format = useFormat();
  const instant = Date.parse(at);
  const ids = [...new Set([...after, ...before].map(({ token }) => token))];
  const histories = usePriceHistories(ids, periodReaching(instant, asOf));
  const label = labelWithUnit(`Value on ${format.dateTime(at)}`, format.currency);
  if (!(histories instanceof Map)) {
    return <Consequence {...{ label }} figure={histories === 'loading' ? '…' : unknownFigure} />;
  }
  const prices = new Map(ids.map((id) => [id, priceAt(histories.get(id), instant)]));
  return <Worth {...{ label, before, after, prices }} />;
}

function valueOf(positions: readonly DraftPosition[], prices: Prices): number {
  return sumOf(positions.map(({ token, amount }) => amount * (prices.get(token) ?? 0)));
}
