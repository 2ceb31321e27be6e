import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type HistoryType, historyTypes } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { LineKey } from '../../chart/Chart.tsx';
import { ChipSelect } from '../../design/ChipSelect.tsx';
import type { Column, NarrowArea } from '../../design/columns.ts';
import { DataTable } from '../../design/DataTable.tsx';
import { Panel } from '../../design/Panel.tsx';
import { useDataTable } from '../../design/useDataTable.ts';
import { periodLengths, periodNames } from '../../history/periodText.ts';
import { type Category, categoryStyle } from '../../portfolio/categories.ts';
import { Change } from '../../portfolio/Change.tsx';
import { type Format, useFormat } from '../../preferences/format.ts';
import { baseParam } from '../../url/params.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { urls } from '../../url/urls.ts';
import classes from './compare.module.css';

export interface ComparisonProps {
  /** Two to eight. */
  readonly compared: readonly Thematic[];
  readonly categories: ReadonlyMap<string, Category>;
  readonly onTakeOut: (thematicId: string) => void;
}

/** Where each period is in a narrow row: three to a line, in this order. */
const narrowAreas = {
  day: 'left',
  week: 'bar',
  month: 'third',
  year: 'value',
  all: 'last',
} as const satisfies Record<HistoryType, NarrowArea>;

const narrowLines = [0, 3, 6].flatMap((from) => {
  const areas = historyTypes.slice(from, from + 3).map((type) => narrowAreas[type]);
  return areas.length === 0 ? [] : [[...areas, '.', '.'].slice(0, 3).join(' ')];
});

const looks = {
  label: 'Changes side by side',
  isInPane: true,
  narrowRow: 52 + 20 * narrowLines.length,
  narrowGrid: `'head head right' 28px ${narrowLines.map((areas) => `'${areas}' 20px`).join(' ')} / 1fr 1fr 1fr`,
} as const;

/** Changes over every period side by side; against a base, the differences to it in points. */
export function ChangesPane(props: ComparisonProps) {
  const { compared } = props;
  const format = useFormat();
  const [baseId, setBase] = useSearchParam(baseParam);
  const base = compared.find(({ _id }) => _id === baseId);
  const columns = changesColumns(format, { ...props, base });
  const model = useDataTable({ columns, rows: compared });
  const choices = compared.map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <Panel
      title="Changes side by side"
      sub={base === undefined ? undefined : `in points above or below ${base.name}`}
      actions={
        <ChipSelect
          label="Against"
          choices={[{ value: '', label: 'against none' }, ...choices]}
          chosen={base?._id ?? ''}
          onChoose={setBase}
        />
      }
    >
      <DataTable
        {...looks}
        model={model}
        keyOf={({ _id }) => _id}
        isSelected={(thematic) => thematic === base}
      />
    </Panel>
  );
}

interface ChangesColumnsOptions extends ComparisonProps {
  /** What the others are measured against. */
  readonly base: Thematic | undefined;
}

function changesColumns(
  format: Format,
  options: ChangesColumnsOptions,
): readonly Column<Thematic>[] {
  const { categories, onTakeOut } = options;
  return [
    {
      id: 'thematic',
      header: 'Thematic',
      href: ({ _id }) => urls.thematic(_id),
      title: ({ name }) => name,
      cell: ({ _id, name }, index) => (
        <>
          <LineKey style={categoryStyle(categories.get(_id), index)} />
          <bdi>{name}</bdi>
        </>
      ),
      narrow: 'head',
    },
    {
      id: 'level',
      header: 'Level',
      kind: 'figure',
      cell: ({ total }) => format.level(total),
      width: 104,
      from: 960,
    },
    ...historyTypes.map((type): Column<Thematic> => ({
      id: type,
      header: periodNames[type],
      kind: 'figure',
      cell: (thematic) => <ChangeCell {...options} {...{ thematic, type }} />,
      width: 108,
      wide: 148,
      narrow: narrowAreas[type],
      className: classes.change,
    })),
    {
      id: 'out',
      header: 'Take out',
      head: <VisuallyHidden>Take out</VisuallyHidden>,
      kind: 'figure',
      cell: ({ _id, name }) => (
        <ActionIcon
          className={classes.out}
          aria-label={`Take ${name} out`}
          title={`Take ${name} out`}
          onClick={() => onTakeOut(_id)}
        >
          <IconX size={14} stroke={1.75} aria-hidden />
        </ActionIcon>
      ),
      width: 72,
      narrow: 'right',
      className: classes.takeOut,
    },
  ];
}

interface ChangeCellProps extends ChangesColumnsOptions {
  readonly thematic: Thematic;
  readonly type: HistoryType;
}

/** The change of one over one period, or its difference to the base's; the best and the worst are named. */
function ChangeCell({ thematic, type, base, compared }: ChangeCellProps) {
  const format = useFormat();
  const change = thematic.change[type];
  const place = placeOf(
    change,
    compared.map((one) => one.change[type]),
  );
  const isDifference = base !== undefined && base !== thematic;
  const shown = isDifference ? differenceOf(change, base.change[type]) : change;
  return (
    <>
      <span className={classes.period}>{periodLengths[type]} </span>
      {place !== null && shown !== null && <span className={classes.place}>{place} </span>}
      <Change
        value={shown}
        format={isDifference ? format.market.finePoints : format.market.percentChange}
      />
    </>
  );
}

function differenceOf(change: number | null, base: number | null): number | null {
  return change === null || base === null ? null : change - base;
}

/** Whether a figure is the best or the worst of several; one alone, or all alike, are neither. */
function placeOf(
  figure: number | null,
  figures: readonly (number | null)[],
): 'best' | 'worst' | null {
  const known = figures.filter((one) => one !== null);
  const best = Math.max(...known);
  const worst = Math.min(...known);
  if (figure === null || known.length < 2 || best === worst) return null;
  return figure === best ? 'best' : figure === worst ? 'worst' : null;
}
