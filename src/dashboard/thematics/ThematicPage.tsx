import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { pathOf } from '#contract/operation.ts';
import { getThematic } from '#contract/operations/thematics.ts';
import { isNotFound } from '../api/errors.ts';
import { useActions } from '../design/actions.ts';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { categoriesOf } from '../portfolio/categories.ts';
import { CategoryKey } from '../portfolio/CategoryKey.tsx';
import { ThematicMissing } from '../portfolio/Missing.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { JsonLink } from '../design/JsonLink.tsx';
import { usePathIds } from '../url/pathIds.ts';
import { pagePatterns, urls } from '../url/urls.ts';
import { ThematicOverview } from './detail/ThematicOverview.tsx';
import { chooseParam, defineParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';

const DefineThematic = lazy(async () => ({
  default: (await import('./define/DefineThematic.tsx')).DefineThematic,
}));

/** What is in a thematic, how it did, what moved it, who holds it. */
export function ThematicPage() {
  const { thematicId } = usePathIds(pagePatterns.thematic);
  const query = useQuery(thematicQueries.one(thematicId));
  const { data: thematics } = useQuery(thematicQueries.names());
  const categories = useMemo(() => categoriesOf(thematics ?? []), [thematics]);
  const [define, setDefine] = useSearchParam(defineParam);
  const openForm = () => setDefine('');
  useActions([
    {
      name: 'Redefine this thematic',
      also: 'edit weights constituents',
      icon: IconPencil,
      run: openForm,
    },
  ]);
  const isMissing = query.data === undefined && isNotFound(query.error);
  return (
    <>
      <PageHead
        title={query.data?.name ?? thematicId}
        mark={!isMissing && <CategoryKey category={categories.get(thematicId)} size="large" />}
        crumbs={[{ to: urls.thematics(), label: 'Thematics' }]}
        sub={<bdi>{query.data?.description ?? '\u00a0'}</bdi>}
        actions={!isMissing && <Actions thematicId={thematicId} onRedefine={openForm} />}
      />
      {isMissing ? (
        <ThematicMissing thematicId={thematicId} />
      ) : (
        <ThematicOverview
          key={thematicId}
          thematicId={thematicId}
          query={query}
          thematics={thematics ?? []}
        />
      )}
      {define !== null && query.data !== undefined && (
        <Suspense fallback={null}>
          <DefineThematic key={thematicId} thematic={query.data} onClose={() => setDefine(null)} />
        </Suspense>
      )}
    </>
  );
}

interface ActionsProps {
  readonly thematicId: string;
  readonly onRedefine: () => void;
}

function Actions({ thematicId, onRedefine }: ActionsProps) {
  const choosing = `${chooseParam.name}=${chooseParam.write('thematics') ?? ''}`;
  return (
    <>
      <JsonLink title="this thematic" path={pathOf(getThematic, { params: { id: thematicId } })} />
      <Button
        component={Link}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        to={`${urls.compare([thematicId])}&${choosing}`}
      >
        Compare
      </Button>
      <Button leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />} onClick={onRedefine}>
        Redefine
      </Button>
    </>
  );
}
