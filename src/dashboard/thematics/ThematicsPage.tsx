import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Thematic } from '#contract/thematic.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { useKeys } from '../design/keys.ts';
import { PageHead } from '../design/PageHead.tsx';
import { Query } from '../design/Panel.tsx';
import { SearchedTable } from '../design/SearchedTable.tsx';
import { useDataTable, useTableSort } from '../design/useDataTable.ts';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { useFormat } from '../preferences/format.ts';
import { useTableLayout } from '../preferences/tableLayouts.ts';
import { forms } from '../url/forms.ts';
import { defineParam, searchName, sparkParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { useTypedParam } from '../url/typedParam.ts';
import { urls } from '../url/urls.ts';
import { useChosen } from './chosen.ts';
import { findThematics } from './findThematics.ts';
import { CompareBar } from './list/CompareBar.tsx';
import { thematicColumns, withNarrowPeriod } from './list/thematicColumns.tsx';

const DefineThematic = lazy(async () => ({
  default: (await import('./define/DefineThematic.tsx')).DefineThematic,
}));

const keyTexts = {
  'x, Space': 'Choose the row for comparison',
  c: 'Compare what is chosen',
  n: forms.defineThematic.label,
};

/** Which themes lead? */
export function ThematicsPage() {
  const query = useQuery(thematicQueries.all());
  const [define, setDefine] = useSearchParam(defineParam);
  const openForm = () => setDefine('');
  useKeys({ n: openForm }, keyTexts);
  const defineButton = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={openForm}>
      {forms.defineThematic.label}
    </Button>
  );
  return (
    <>
      <PageHead title="Thematics" actions={defineButton} />
      <Query
        query={query}
        what="Thematics"
        loading={<Thematics thematics={null} />}
        isEmpty={(thematics) => thematics.length === 0}
        empty={
          <EmptyPane title="No thematics yet" actions={defineButton}>
            Thematics come with the prices of a market, or are defined here.
          </EmptyPane>
        }
      >
        {(thematics) => <Thematics thematics={thematics} />}
      </Query>
      {define !== null && (
        <Suspense fallback={null}>
          <DefineThematic thematic={null} onClose={() => setDefine(null)} />
        </Suspense>
      )}
    </>
  );
}

interface ThematicsProps {
  /** null: on their way. */
  readonly thematics: readonly Thematic[] | null;
}

const leadersFirst = { by: 'month', order: 'descending' } as const;

/** The thematics that are searched, in order, and which of them are to be compared. */
function Thematics({ thematics }: ThematicsProps) {
  const format = useFormat();
  const chosen = useChosen();
  const navigate = useNavigate();
  const [text, onType] = useTypedParam(searchName);
  const [spark, onSpark] = useSearchParam(sparkParam);
  const [layout, onLayout] = useTableLayout('thematics');
  const rows = findThematics(thematics ?? [], text);
  const all = thematicColumns(format, { spark, onSpark, chosen });
  const [sort, onSort] = useTableSort(all, leadersFirst);
  const columns = withNarrowPeriod(all, sort);
  const model = useDataTable({ columns, rows, sort, onSort, layout, onLayout });
  const toggleRow = (): void | false => {
    const row = document.querySelector('tr:focus-within [data-index]');
    const thematic = model.rows[Number(row?.getAttribute('data-index') ?? NaN)];
    if (thematic === undefined) return false;
    chosen.toggle(thematic._id);
  };
  useKeys({
    x: toggleRow,
    ' ': toggleRow,
    c: () => (chosen.ids.length < 2 ? false : void navigate(urls.compare(chosen.ids))),
  });
  return (
    <>
      <SearchedTable
        {...{ model, text, onType }}
        total={thematics?.length ?? null}
        label="Thematics"
        noun="thematic"
        placeholder="Name, id or token"
        fields="Names, descriptions, ids, and the names of the tokens in them"
        keyOf={({ _id }) => _id}
        isSelected={({ _id }) => chosen.has(_id)}
        narrowGrid="'mark head value' 20px 'mark left value' 18px / auto minmax(0, 1fr) auto"
      />
      {thematics !== null && (
        <CompareBar
          chosen={chosen}
          nameOf={(id) => thematics.find(({ _id }) => _id === id)?.name ?? id}
        />
      )}
    </>
  );
}
