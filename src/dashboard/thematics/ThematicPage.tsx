import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pathOf } from '#contract/operation.ts';
import { getThematic } from '#contract/operations/thematics.ts';
import { isNotFound } from '../api/errors.ts';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { categoriesOf } from '../portfolio/categories.ts';
import { CategoryKey } from '../portfolio/CategoryKey.tsx';
import { ThematicMissing } from '../portfolio/Missing.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { JsonLink } from '../design/JsonLink.tsx';
import { usePathIds } from '../url/pathIds.ts';
import { pagePatterns, urls } from '../url/urls.ts';
import { ThematicOverview } from './detail/ThematicOverview.tsx';
import { chooseParam } from '../url/params.ts';

/** What is in a thematic, how it did, what moved it, who holds it. */
export function ThematicPage() {
  const { thematicId } = usePathIds(pagePatterns.thematic);
  const query = useQuery(thematicQueries.one(thematicId));
  const { data: thematics } = useQuery(thematicQueries.names());
  const categories = useMemo(() => categoriesOf(thematics ?? []), [thematics]);
  const isMissing = query.data === undefined && isNotFound(query.error);
  return (
    <>
      <PageHead
        title={query.data?.name ?? thematicId}
        mark={!isMissing && <CategoryKey category={categories.get(thematicId)} size="large" />}
        crumbs={[{ to: urls.thematics(), label: 'Thematics' }]}
        sub={query.data?.description ?? '\u00a0'}
        actions={!isMissing && <Actions thematicId={thematicId} />}
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
    </>
  );
}

function Actions({ thematicId }: { readonly thematicId: string }) {
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
    </>
  );
}
