import { Box, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { extent } from '#analytics/extent.ts';
import { type Cell, csvText } from '#contract/csv.ts';
import { formatTime } from '#contract/time.ts';
import type { Wallet } from '#contract/wallet.ts';
import { StackChart } from '../../chart/StackChart.tsx';
import { download } from '../../design/download.ts';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import { Query } from '../../design/Panel.tsx';
import { type RecordColumn, RecordTable } from '../../design/RecordTable.tsx';
import { Segments } from '../../design/Segments.tsx';
import {
  type HistoryPeriod,
  useHistoryWindow,
  useLoadedPeriod,
} from '../../history/historyWindow.ts';
import { periodParam } from '../../history/period.ts';
import { dateTag } from '../../history/periodText.ts';
import { categoryColour, categoryTint } from '../../portfolio/categories.ts';
import { CategoryKey } from '../../portfolio/CategoryKey.tsx';
import { holdingsTexts } from '../../portfolio/holdingsTexts.ts';
import { walletQueries } from '../../portfolio/userQueries.ts';
import { useThematics } from '../../portfolio/useThematics.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { usePrivacy } from '../../preferences/preferences.ts';
import { useAsOf } from '../../url/asOf.ts';
import { type StackForm, stackParam } from '../../url/params.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import classes from './allocation.module.css';
import { shareAt, type Stack, tokenStack, walletStack } from './stack.ts';

interface AllocationOverTimeProps {
  readonly customId: string;
  readonly wallets: readonly Wallet[];
  readonly by: 'thematic' | 'token';
  readonly formChoice: ReactNode;
}

const stackForms = { share: 'Share', amount: 'Value', table: 'Table' } as const;

export function AllocationOverTime(props: AllocationOverTimeProps) {
  const { customId, wallets, by } = props;
  const { nameOf, categories } = useThematics();
  const [form, setForm] = useSearchParam(stackParam);
  const { period, shown } = useHistoryWindow();
  const asOf = useAsOf();
  const ofWallets = useQuery({
    ...walletQueries.performance(customId, period, asOf),
    enabled: by === 'thematic',
  });
  const ofTokens = useQuery({
    ...walletQueries.positions(customId, period, undefined, asOf),
    enabled: by === 'token',
  });
  const query = by === 'thematic' ? ofWallets : ofTokens;
  const loadedWallets = useLoadedPeriod(shown, ofWallets.isPlaceholderData);
  const loadedTokens = useLoadedPeriod(shown, ofTokens.isPlaceholderData);
  const loaded = by === 'thematic' ? loadedWallets : loadedTokens;
  const { zoom } = loaded;
  const stack = useMemo(() => {
    if (by === 'token') {
      return ofTokens.data && tokenStack(ofTokens.data, zoom, wallets, categories);
    }
    return ofWallets.data && walletStack(ofWallets.data, zoom, nameOf, categories);
  }, [by, ofTokens.data, ofWallets.data, zoom, wallets, nameOf, categories]);
  return (
    <Box px="var(--gutter)" pb="md">
      <Group justify="space-between" wrap="nowrap" h={32} mt={-8}>
        {props.formChoice}
        <Segments label="Over time as" choices={stackForms} chosen={form} onChoose={setForm} />
      </Group>
      <Query<unknown>
        query={query}
        what="The allocation over time"
        loading={<div className={classes.room} />}
      >
        {() =>
          stack && (
            <StackPane
              {...{ customId, stack, form, by }}
              shown={loaded}
              isOld={query.isPlaceholderData}
            />
          )
        }
      </Query>
    </Box>
  );
}

interface StackPaneProps {
  readonly customId: string;
  readonly stack: Stack;
  readonly form: StackForm;
  readonly isOld: boolean;
  readonly by: 'thematic' | 'token';
  /** The period of the stack. */
  readonly shown: HistoryPeriod;
}

function StackPane(props: StackPaneProps) {
  const { customId, stack, form, isOld, by, shown } = props;
  const format = useFormat();
  const privacy = usePrivacy();
  const [point, setPoint] = useState<number | null>(null);
  const count = stack.times.length;
  if (count < 2) {
    return (
      <EmptyPane title={count === 0 ? 'No records' : 'One record'}>
        {count === 0 ? holdingsTexts.noneInWindow : 'Changes over time need at least two records.'}
      </EmptyPane>
    );
  }
  if (form === 'table') {
    const save = () => {
      const text = stackCsv(stack, privacy === 'off');
      download(
        `${customId} by ${by} ${periodParam.write(shown.chosen) ?? shown.period}.csv`,
        text,
        'text/csv',
      );
    };
    return (
      <>
        <RecordTable
          label="Shares over time"
          times={stack.times}
          columns={columnsOf(stack, format)}
          isOld={isOld}
          className={classes.records}
        />
        <Button variant="subtle" mt="sm" onClick={save}>
          CSV
        </Button>
      </>
    );
  }
  const hovered = point !== null && point < count && !isOld ? point : null;
  return (
    <>
      <StackPicture {...props} form={form} point={hovered} onPoint={setPoint} />
      <StackLegend stack={stack} form={form} index={hovered ?? count - 1} />
    </>
  );
}

interface StackPictureProps extends StackPaneProps {
  readonly form: 'share' | 'amount';
  readonly point: number | null;
  readonly onPoint: (point: number | null) => void;
}

const shareTicks = [0, 0.25, 0.5, 0.75, 1];

function StackPicture({ stack, form, isOld, by, shown, point, onPoint }: StackPictureProps) {
  const format = useFormat();
  const { period } = shown;
  const { times, whole } = stack;
  const isShare = form === 'share';
  const layers = useMemo(
    () =>
      stack.layers.map((layer) => ({
        id: layer.id,
        name: layer.name,
        colour: categoryColour(layer.category),
        tint: categoryTint(layer.category),
        values: isShare
          ? Float64Array.from(times.keys(), (i) => shareAt(stack, layer, i) ?? NaN)
          : layer.totals.map((total, i) => (Number.isFinite(whole[i]) ? total : NaN)),
      })),
    [stack, times, whole, isShare],
  );
  return (
    <StackChart
      title={`Allocation by ${by} over time`}
      {...{ times, layers, isOld, point, onPoint }}
      sum={whole}
      top={isShare ? 1 : (extent(whole)?.[1] ?? 0)}
      {...(isShare ? { ticks: shareTicks } : {})}
      formatValue={isShare ? (value) => `${format.number(value * 100)}\u2009%` : format.tick}
      tag={(at) => dateTag(format, period, at)}
      speak={(index) =>
        stack.layers
          .map((layer) => `${layer.name} ${figureAt(format, stack, layer, form, index)}`)
          .join(', ')
      }
    />
  );
}

function figureAt(
  format: Format,
  stack: Stack,
  layer: Stack['layers'][number],
  form: 'share' | 'amount',
  index: number,
): string {
  return form === 'share'
    ? format.share(shareAt(stack, layer, index))
    : format.totalShort(layer.totals[index]);
}

interface StackLegendProps {
  readonly stack: Stack;
  readonly form: 'share' | 'amount';
  readonly index: number;
}

function StackLegend({ stack, form, index }: StackLegendProps) {
  const format = useFormat();
  return (
    <>
      <p className={classes.readout} aria-hidden>
        <span className={classes.name}>{format.dateTime(stack.times[index])}</span>
        <b title={format.total(stack.whole[index])}>{format.totalShort(stack.whole[index])}</b>
      </p>
      <ul className={classes.legend} aria-label="Shares at the selected time">
        {stack.layers.map((layer) => (
          <li key={layer.id} className={classes.part}>
            <CategoryKey category={layer.category} />
            <bdi className={classes.name} title={layer.name}>
              {layer.name}
            </bdi>
            <em>{figureAt(format, stack, layer, form, index)}</em>
          </li>
        ))}
      </ul>
    </>
  );
}

function columnsOf(stack: Stack, format: Format): RecordColumn[] {
  const shares = stack.layers.map((layer) => ({
    id: layer.id,
    head: <bdi title={layer.name}>{layer.name}</bdi>,
    cell: (index: number) => (
      <span title={format.total(layer.totals[index])}>
        {format.share(shareAt(stack, layer, index))}
      </span>
    ),
  }));
  const total = {
    id: 'total',
    head: 'Total',
    unit: format.currency,
    cell: (index: number) => format.total(stack.whole[index]),
  };
  return [...shares, total];
}

function stackCsv(stack: Stack, hasTotal: boolean): string {
  const { times, layers, whole } = stack;
  const ids = layers.map(({ id, name }) => (id === '' ? name : id));
  const rows = Array.from(times, (at, i): readonly Cell[] => {
    const shares = layers.map((layer) => shareAt(stack, layer, i));
    return [formatTime(at), ...shares, ...(hasTotal ? [whole[i]] : [])];
  });
  return csvText(['date', ...ids, ...(hasTotal ? ['total'] : [])], rows);
}
