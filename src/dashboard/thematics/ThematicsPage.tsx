import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { useTick } from '../shared/api/polling.ts';
import { thematicsQuery } from '../shared/api/thematics.ts';
import { Button } from '../shared/ui/Button.tsx';
import { EmptyPane } from '../shared/ui/EmptyPane.tsx';
import { PageHead } from '../shared/ui/PageHead.tsx';
import { Query } from '../shared/ui/Query.tsx';
import { useSearchParam } from '../shared/url/searchParam.ts';
import { useTypedParam } from '../shared/url/typedParam.ts';
import { useChosen } from './chosen.ts';
import { findThematics, sortThematics, thematicSortParam } from './list/arrangeThematics.ts';
import { CompareBar } from './list/CompareBar.tsx';
import { ThematicsSkeleton } from './list/ThematicsSkeleton.tsx';
import { ThematicsTable } from './list/ThematicsTable.tsx';
import { ThematicsTools } from './list/ThematicsTools.tsx';
import { searchName, sparkParam } from './thematicParams.ts';

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
        {(thematics) => <Found thematics={thematics} />}
      </Query>
    </>
  );
}

/** What of the thematics is searched for, in order, and what of it is chosen. */
function Found({ thematics }: { readonly thematics: readonly Thematic[] }) {
  const [sort, setSort] = useSearchParam(thematicSortParam);
  const [spark, setSpark] = useSearchParam(sparkParam);
  const [text, type] = useTypedParam(searchName);
  const chosen = useChosen();
  const found = useMemo(
    () => sortThematics(findThematics(thematics, text), sort),
    [thematics, text, sort],
  );
  const names = useMemo(() => new Map(thematics.map(({ _id, name }) => [_id, name])), [thematics]);
  return (
    <>
      <ThematicsTools
        text={text}
        onType={type}
        sort={sort}
        onSort={setSort}
        found={{ count: found.length, of: thematics.length }}
      />
      {found.length === 0 ? (
        <EmptyPane
          title={
            <span>
              No thematic matches “<bdi>{text}</bdi>”
            </span>
          }
          actions={<Button onClick={() => type('')}>Clear the search</Button>}
        >
          Names, descriptions, ids, and the names of the tokens in them are searched.
        </EmptyPane>
      ) : (
        <ThematicsTable
          thematics={found}
          sort={sort}
          onSort={setSort}
          spark={spark}
          onSpark={setSpark}
          chosen={chosen}
        />
      )}
      <CompareBar chosen={chosen} nameOf={(id) => names.get(id) ?? id} />
    </>
  );
}
