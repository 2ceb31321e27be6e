import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { Query } from '../design/Panel.tsx';
import { useChosen } from './chosen.ts';
import { CompareBar } from './list/CompareBar.tsx';
import { ThematicsSkeleton, ThematicsTable } from './list/ThematicsTable.tsx';

/** Which themes lead? */
export function ThematicsPage() {
  const query = useQuery(thematicQueries.all());
  return (
    <>
      <PageHead title="Thematics" />
      <Query
        query={query}
        what="Thematics"
        loading={<ThematicsSkeleton />}
        isEmpty={(thematics) => thematics.length === 0}
        empty={
          <EmptyPane title="No thematics yet">
            The service answered with an empty list. Thematics come with the prices of a market.
          </EmptyPane>
        }
      >
        {(thematics) => <Thematics thematics={thematics} />}
      </Query>
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
