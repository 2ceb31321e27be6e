import { Button } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import type { Thematic } from '#contract/thematic.ts';
import { DataTable, TableSkeleton } from '../../design/DataTable.tsx';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import { useKeys } from '../../design/keys.ts';
import { ListTools } from '../../design/ListTools.tsx';
import { PageSearch } from '../../design/PageSearch.tsx';
import { TableSort } from '../../design/TableSort.tsx';
import { type TableModel, useDataTable } from '../../design/useDataTable.ts';
import { useFormat } from '../../preferences/format.ts';
import { useTableLayout } from '../../preferences/tableLayouts.ts';
import { textParam, useSearchParam } from '../../url/searchParam.ts';
import { useTypedParam } from '../../url/typedParam.ts';
import { urls } from '../../url/urls.ts';
import type { Chosen } from '../chosen.ts';
import { findThematics } from '../findThematics.ts';
import { searchName, sparkParam } from '../../url/params.ts';
import { thematicColumns, thematicSortParam } from './thematicColumns.tsx';

const keyWords = {
  'j, k': 'Next row, row before',
  'x, Space': 'Choose the row for comparison',
  c: 'Compare what is chosen',
};

const looks = {
  label: 'Thematics',
  narrowGrid: "'mark head value' 20px 'mark left value' 18px / auto minmax(0, 1fr) auto",
} as const;

function useThematicsModel(rows: readonly Thematic[], chosen: Chosen | null): TableModel<Thematic> {
  const format = useFormat();
  const [sort, onSort] = useSearchParam(thematicSortParam);
  const [spark, onSpark] = useSearchParam(sparkParam);
  const [layout, onLayout] = useTableLayout('thematics');
  const columns = thematicColumns(format, { sort, spark, onSpark, chosen });
  return useDataTable({ columns, rows, sort, onSort, layout, onLayout });
}

interface ThematicsTableProps {
  readonly thematics: readonly Thematic[];
  readonly chosen: Chosen;
}

/** The thematics that are searched, in order, and which of them are to be compared. */
export function ThematicsTable({ thematics, chosen }: ThematicsTableProps) {
  const [text, onType] = useTypedParam(searchName);
  const matching = findThematics(thematics, text);
  const model = useThematicsModel(matching, chosen);
  const navigate = useNavigate();
  const toggleRow = (): void | false => {
    const row = document.querySelector('tr:focus-within [data-index]');
    const thematic = model.rows[Number(row?.getAttribute('data-index') ?? NaN)];
    if (thematic === undefined) return false;
    chosen.toggle(thematic._id);
  };
  useKeys(
    {
      x: toggleRow,
      ' ': toggleRow,
      c: () => (chosen.ids.length < 2 ? false : void navigate(urls.compare(chosen.ids))),
    },
    keyWords,
  );
  return (
    <>
      <Tools
        {...{ text, onType, model }}
        found={{ count: matching.length, of: thematics.length }}
      />
      {matching.length === 0 ? (
        <EmptyPane
          title={
            <span>
              No thematic matches “<bdi>{text}</bdi>”
            </span>
          }
          actions={<Button onClick={() => onType('')}>Clear the search</Button>}
        >
          Names, descriptions, ids, and the names of the tokens in them are searched.
        </EmptyPane>
      ) : (
        <DataTable
          {...looks}
          model={model}
          keyOf={({ _id }) => _id}
          isSelected={({ _id }) => chosen.has(_id)}
        />
      )}
    </>
  );
}

const searchParam = textParam(searchName);
const noThematics: readonly Thematic[] = [];

/** The table before its rows. */
export function ThematicsSkeleton() {
  const [text] = useSearchParam(searchParam);
  const model = useThematicsModel(noThematics, null);
  return (
    <>
      <div inert>
        <Tools text={text} onType={() => {}} model={model} found={null} />
      </div>
      <TableSkeleton {...looks} model={model} rowCount={12} />
    </>
  );
}

interface ToolsProps {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly model: TableModel<Thematic>;
  readonly found: { readonly count: number; readonly of: number } | null;
}

function Tools({ text, onType, model, found }: ToolsProps) {
  return (
    <ListTools found={found}>
      <PageSearch
        label="Search thematics"
        placeholder="Name, id or token"
        value={text}
        onChange={onType}
      />
      <TableSort label="Order of the thematics" model={model} />
    </ListTools>
  );
}
