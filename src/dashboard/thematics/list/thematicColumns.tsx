import { Checkbox, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { clsx } from 'clsx';
import { type HistoryType, historyTypes, initialPeriod } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { ChipSelect } from '../../design/ChipSelect.tsx';
import type { Column } from '../../design/columns.ts';
import { backfilledNote } from '../../history/backfilled.ts';
import { periodColumns } from '../../history/periodColumns.tsx';
import { pastNames, periodLengths } from '../../history/periodText.ts';
import { urls } from '../../url/urls.ts';
import type { Chosen } from '../chosen.ts';
import { LevelSparkline } from './LevelSparkline.tsx';
import classes from './thematicColumns.module.css';
import type { Format } from '../../preferences/format.ts';

interface ThematicColumnsOptions {
  readonly spark: HistoryType;
  readonly onSpark: (period: HistoryType) => void;
  readonly chosen: Chosen;
  readonly asOf: string | null | undefined;
}

export function thematicColumns(
  format: Format,
  options: ThematicColumnsOptions,
): readonly Column<Thematic>[] {
  const { spark, onSpark, chosen, asOf } = options;
  return [
    {
      id: 'pick',
      header: 'Compare',
      head: <VisuallyHidden>Compare</VisuallyHidden>,
      cell: ({ _id, name }) => (
        <label>
          <Checkbox
            aria-label={`Compare ${name}`}
            checked={chosen.has(_id)}
            onChange={() => chosen.toggle(_id)}
          />
        </label>
      ),
      width: 52,
      narrow: 'mark',
      className: classes.pick,
    },
    {
      id: 'name',
      header: 'Thematic',
      href: ({ _id }) => urls.thematic(_id),
      title: ({ name, description }) => (description === '' ? name : `${name}: ${description}`),
      cell: ({ name, description }) => (
        <>
          <b>
            <bdi>{name}</bdi>
          </b>{' '}
          {description !== '' && (
            <Text component="bdi" inherit c="dimmed" ml={6} visibleFrom="lg">
              {description}
            </Text>
          )}
        </>
      ),
      skeleton: 96,
      sort: {
        value: ({ name }) => name.toLowerCase(),
        ascending: 'Name, A to Z',
        descending: 'Name, Z to A',
      },
      narrow: 'head',
    },
    {
      id: 'level',
      header: 'Level',
      kind: 'figure',
      cell: ({ total }) => format.level(total),
      figure: { of: ({ total }) => total, text: format.level },
      skeleton: 56,
      sort: {
        value: ({ total }) => total,
        descending: 'Highest level first',
        ascending: 'Lowest level first',
      },
      width: 88,
      wide: 160,
      narrow: 'left',
    },
    ...periodColumns<Thematic>(format, (type) => {
      const period = type === 'all' ? 'Since inception' : pastNames[type];
      return {
        sort: {
          opens: type === initialPeriod ? 'descending' : undefined,
          descending: `${period}, best first`,
          ascending: `${period}, worst first`,
        },
        ...(type === initialPeriod && { narrow: 'value' }),
        // Without it, a tablet has space for the name.
        ...(type === 'week' && { from: 960 }),
        note: (thematic: Thematic) => backfilledNote(format, thematic, type, asOf),
        className: clsx(classes.change, type === 'all' && classes.since),
      };
    }),
    {
      id: 'spark',
      header: 'Line',
      head: (
        <ChipSelect
          label="Period of the lines"
          choices={historyTypes.map((type) => ({ value: type, label: periodLengths[type] }))}
          chosen={spark}
          onChoose={onSpark}
          width="76px"
        />
      ),
      kind: 'picture',
      cell: (thematic) => (
        <LevelSparkline
          thematicId={thematic._id}
          period={spark}
          label={`${thematic.name}: return ${format.market.percentChange(thematic.change[spark])} over the period`}
        />
      ),
      skeleton: () => <Skeleton width={104} height={2} />,
      width: 132,
      wide: 180,
      from: 960,
    },
    {
      id: 'tokens',
      header: 'Tokens',
      kind: 'figure',
      isSoft: true,
      cell: ({ tokens }) => format.number(tokens?.length),
      skeleton: 14,
      sort: {
        value: ({ tokens }) => tokens?.length,
        descending: 'Most tokens first',
        ascending: 'Fewest tokens first',
      },
      width: 104,
      wide: 128,
      from: 1200,
    },
  ];
}
