import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { useTick } from '../shared/api/polling.ts';
import { thematicsQuery } from '../shared/api/thematics.ts';
import { EmptyPane } from '../shared/ui/EmptyPane.tsx';
import { PageHead } from '../shared/ui/PageHead.tsx';
import { Query } from '../shared/ui/Query.tsx';
import { useSearchParam } from '../shared/url/searchParam.ts';
import { sortThematics, thematicSortParam } from './arrangeThematics.ts';
import { ThematicsSkeleton } from './ThematicsSkeleton.tsx';
import { ThematicsTable } from './ThematicsTable.tsx';
import { ThematicsTools } from './ThematicsTools.tsx';

/** Which themes lead? */
export function ThematicsPage() {
  const query = useQuery({ ...thematicsQuery, refetchInterval: useTick() });
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
        {(thematics) => <SortedTable thematics={thematics} />}
      </Query>
    </>
  );
}

function SortedTable({ thematics }: { readonly thematics: readonly Thematic[] }) {
  const [sort, setSort] = useSearchParam(thematicSortParam);
  const sorted = useMemo(() => sortThematics(thematics, sort), [thematics, sort]);
  return (
    <>
      <ThematicsTools sort={sort} onSort={setSort} />
      <ThematicsTable thematics={sorted} sort={sort} onSort={setSort} />
    </>
  );
}
