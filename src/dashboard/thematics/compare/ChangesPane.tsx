import { ActionIcon, Text, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type HistoryType, historyTypes } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { formatTime } from '#contract/time.ts';
import { LineKey } from '../../chart/Chart.tsx';
import { ChipSelect } from '../../design/ChipSelect.tsx';
import type { Column, NarrowArea } from '../../design/columns.ts';
import { DataTable } from '../../design/DataTable.tsx';
import { Panel } from '../../design/Panel.tsx';
import { useDataTable } from '../../design/useDataTable.ts';
import { backfilledNote } from '../../history/backfilled.ts';
import { periodLengths, periodNames } from '../../history/periodText.ts';
import { capabilitiesQuery } from '../../portfolio/capabilities.ts';
import { categoryStyle } from '../../portfolio/categories.ts';
import { Change } from '../../portfolio/Change.tsx';
import { useThematics } from '../../portfolio/useThematics.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { useAsOf } from '../../url/asOf.ts';
import { baseParam } from '../../url/params.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { urls } from '../../url/urls.ts';
import classes from './compare.module.css';

interface ChangesPaneProps {
  /** Two to eight. */
  readonly compared: readonly Thematic[];
  readonly onRemove: (thematicId: string) => void;
}

const narrowAreas = {
  day: 'left',
  week: 'bar',
  month: 'third',
  year: 'value',
  all: 'last',
} as const satisfies Record<HistoryType, NarrowArea>;

/** Three figures above two longer ones. The second of these starts in the middle. */
const narrowGrid =
  "'head head head right' 28px 'left bar bar third' 20px 'value value last last' 20px / 100fr 42fr 42fr 108fr";

export function ChangesPane(props: ChangesPaneProps) {
  const { compared } = props;
  const format = useFormat();
  const [baseId, setBase] = useSearchParam(baseParam);
  const base = compared.find(({ _id }) => _id === baseId);
  const columns = columnsOf(format, props, base);
  const model = useDataTable({ columns, rows: compared });
  const choices = compared.map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <Panel
      title="Performance"
      sub={base && `difference from ${base.name}, points`}
      actions={
        <ChipSelect
          label="Benchmark"
          choices={[{ value: '', label: 'No benchmark' }, ...choices]}
          chosen={base?._id ?? ''}
          onChoose={setBase}
        />
      }
    >
      <DataTable
        {...{ model }}
        label="Performance"
        isInPane
        isClose
        narrowRow={92}
        narrowGrid={narrowGrid}
        keyOf={({ _id }) => _id}
        isSelected={(thematic) => thematic === base}
      />
    </Panel>
  );
}

function columnsOf(
  format: Format,
  { compared, onRemove }: ChangesPaneProps,
  base: Thematic | undefined,
): readonly Column<Thematic>[] {
  return [
    {
      id: 'thematic',
      header: 'Thematic',
      href: ({ _id }) => urls.thematic(_id),
      title: ({ name }) => name,
      cell: (thematic, index) => <ComparedName {...{ thematic, index }} />,
      narrow: 'head',
    },
    {
      id: 'level',
      header: 'Level',
      kind: 'figure',
      cell: ({ total }) => format.level(total),
      figure: { of: ({ total }) => total, text: format.level },
      width: 104,
      from: 960,
    },
    ...historyTypes.map((type): Column<Thematic> => ({
      id: type,
      header: periodNames[type],
      unit: 'return',
      kind: 'figure',
      cell: (thematic) => <ChangeCell {...{ thematic, type, base, compared }} />,
      // A change since inception can be a thousandfold.
      width: type === 'all' || type === 'month' ? 112 : 104,
      wide: 156,
      narrow: narrowAreas[type],
      className: classes.change,
    })),
    {
      id: 'remove',
      header: 'Remove',
      head: <VisuallyHidden>Remove</VisuallyHidden>,
      kind: 'figure',
      cell: ({ _id, name }) => (
        <ActionIcon
          // Above the link of its row.
          style={{ zIndex: 1 }}
          aria-label={`Remove ${name}`}
          title={`Remove ${name}`}
          onClick={() => onRemove(_id)}
        >
          <IconX size={14} stroke={1.75} aria-hidden />
        </ActionIcon>
      ),
      width: 68,
      wide: 80,
      narrow: 'right',
      className: classes.remove,
    },
  ];
}

interface ComparedNameProps {
  readonly thematic: Thematic;
  readonly index: number;
}

export function ComparedName({ thematic, index }: ComparedNameProps) {
  const { categories } = useThematics();
  return (
    <>
      <LineKey style={categoryStyle(categories.get(thematic._id), index)} />
      <bdi>{thematic.name}</bdi>
    </>
  );
}

interface ChangeCellProps extends Pick<ChangesPaneProps, 'compared'> {
  readonly thematic: Thematic;
  readonly type: HistoryType;
  readonly base: Thematic | undefined;
}

function ChangeCell({ thematic, type, base, compared }: ChangeCellProps) {
  const format = useFormat();
  const past = useAsOf();
  const now = useQuery(capabilitiesQuery).data?.market.asOf;
  const asOf = past === null ? now : formatTime(past);
  const change = thematic.change[type];
  const rank = rankOf(
    change,
    compared.map((one) => one.change[type]),
  );
  const isDifference = base !== undefined && base !== thematic;
  const from = isDifference ? base.change[type] : 0;
  const shown = change === null || from === null ? null : change - from;
  return (
    <>
      <Text span inherit c="dimmed" mr={3} hiddenFrom="sm">
        {periodLengths[type]}{' '}
      </Text>
      {rank !== null && shown !== null && (
        <Text span fz={11} lh={1} mr={6} c="var(--ink-2)" className={classes.rank}>
          {rank}{' '}
        </Text>
      )}
      <Change
        value={shown}
        format={isDifference ? format.market.finePoints : format.market.percentChange}
        note={
          backfilledNote(format, thematic, type, asOf) ??
          (isDifference ? backfilledNote(format, base, type, asOf) : null)
        }
      />
    </>
  );
}

/** A single figure and equal figures are neither best nor worst. */
function rankOf(
  figure: number | null,
  figures: readonly (number | null)[],
): 'best' | 'worst' | null {
  const known = figures.filter((one) => one !== null);
  const best = Math.max(...known);
  const worst = Math.min(...known);
  if (figure === null || known.length < 2 || best === worst) return null;
  return figure === best ? 'best' : figure === worst ? 'worst' : null;
}
