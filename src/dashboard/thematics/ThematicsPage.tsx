import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { Query } from '../design/Panel.tsx';
import { useKeys } from '../design/keys.ts';
import { defineParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { useChosen } from './chosen.ts';
import { CompareBar } from './list/CompareBar.tsx';
import { ThematicsSkeleton, ThematicsTable } from './list/ThematicsTable.tsx';

const DefineThematic = lazy(async () => ({
  default: (await import('./define/DefineThematic.tsx')).DefineThematic,
}));

const keyTexts = { n: 'Define a thematic' };

/** Which themes lead? */
export function ThematicsPage() {
  const query = useQuery(thematicQueries.all());
  const [define, setDefine] = useSearchParam(defineParam);
  const openForm = () => setDefine('');
  useKeys({ n: openForm }, keyTexts);
  const defineButton = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={openForm}>
      Define a thematic
    </Button>
  );
  return (
    <>
      <PageHead title="Thematics" actions={defineButton} />
      <Query
        query={query}
        what="Thematics"
        loading={<ThematicsSkeleton />}
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

/** The thematics, and what of them is chosen for a comparison. */
function Thematics({ thematics }: { readonly thematics: readonly Thematic[] }) {
  const chosen = useChosen();
  const names = useMemo(() => new Map(thematics.map(({ _id, name }) => [_id, name])), [thematics]);
  return (
    <>
      <ThematicsTable thematics={thematics} chosen={chosen} />
      <CompareBar chosen={chosen} nameOf={(id) => names.get(id) ?? id} />
    </>
  );
}
