import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { historyTypes } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { useKeys } from '../design/keys.ts';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { getThematics } from '#contract/operations/thematics.ts';
import { SearchedTable } from '../design/SearchedTable.tsx';
import { capabilitiesQuery } from '../portfolio/capabilities.ts';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { useFormat } from '../preferences/format.ts';
import { forms } from '../url/forms.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { defineParam, sparkParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { urls } from '../url/urls.ts';
import { searchedFields, useChosen } from './chosen.ts';
import { CompareBar } from './list/CompareBar.tsx';
import { thematicColumns } from './list/thematicColumns.tsx';
import { NotAllowed } from '../portfolio/NotAllowed.tsx';
import { useMay } from '../portfolio/session.ts';

const DefineThematic = lazyComponent(
  async () => (await import('./define/DefineThematic.tsx')).DefineThematic,
);

const keyTexts = {
  'x, Space': 'Select the row for comparison',
  c: 'Compare the selected rows',
};
const withDefine = { ...keyTexts, n: forms.defineThematic.label };

export function ThematicsPage() {
  const format = useFormat();
  const query = useQuery(thematicQueries.all());
  const asOf = useQuery(capabilitiesQuery).data?.market.asOf;
  const chosen = useChosen();
  const navigate = useNavigate();
  const [define, setDefine] = useSearchParam(defineParam);
  const [spark, onSpark] = useSearchParam(sparkParam);
  const mayDefine = useMay(forms.defineThematic);
  const openForm = () => setDefine('');
  const close = () => setDefine(null);
  const compare = () => (chosen.ids.length < 2 ? false : void navigate(urls.compare(chosen.ids)));
  useKeys(
    { x: toggleRow, ' ': toggleRow, c: compare, ...(mayDefine && { n: openForm }) },
    mayDefine ? withDefine : keyTexts,
  );
  const defineButton = mayDefine && (
    <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={openForm}>
      {forms.defineThematic.label}
    </Button>
  );
  return (
    <>
      <PageHead
        title={pageLinks.thematics.label}
        sub={query.data?.some(isBackfilled) === true && 'dotted: backfilled'}
        actions={defineButton}
      />
      {define !== null && !mayDefine && (
        <NotAllowed
          what={forms.defineThematic.label}
          operation={forms.defineThematic}
          onClose={close}
        />
      )}
      <SearchedTable
        {...{ query }}
        columns={thematicColumns(format, { spark, onSpark, chosen, asOf })}
        path={getThematics.path}
        noun="thematic"
        placeholder="Name, id or token"
        fieldsOf={searchedFields}
        fields="Names, descriptions, ids, and token symbols and names"
        narrowOneOf={historyTypes}
        keyOf={({ _id }) => _id}
        isSelected={({ _id }) => chosen.has(_id)}
        isClose
        hasNarrowHead
        narrowGrid="'mark head value' 20px 'mark left value' 18px / auto minmax(0, 1fr) auto"
        empty={
          <EmptyPane title="No thematics yet" actions={defineButton}>
            Thematics are imported with market prices, or an admin creates them here.
          </EmptyPane>
        }
      />
      {query.data !== undefined && <CompareBar {...{ chosen }} />}
      {define !== null && mayDefine && <DefineThematic thematic={null} onClose={close} />}
    </>
  );
}

const isBackfilled = ({ backfilledUntil }: Thematic) => backfilledUntil !== null;

function toggleRow(): void | false {
  const box = document.querySelector<HTMLElement>('tr:focus-within input');
  if (box === null) return false;
  box.click();
}
