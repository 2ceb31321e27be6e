import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isNotFound } from '../shared/api/errors.ts';
import { useTick } from '../shared/api/polling.ts';
import { thematicQuery } from '../shared/api/portfolio.ts';
import { thematicsQuery } from '../shared/api/thematics.ts';
import { categoriesOf } from '../shared/categories.ts';
import { CategoryKey } from '../shared/ui/CategoryKey.tsx';
import { ThematicMissing } from '../shared/ui/Missing.tsx';
import { PageHead } from '../shared/ui/PageHead.tsx';
import { usePathIds } from '../shared/url/pathIds.ts';
import { pagePatterns, urls } from '../shared/urls.ts';
import { ThematicOverview } from './detail/ThematicOverview.tsx';

/** What is in a thematic, how it did, who holds it. */
export function ThematicPage() {
  const { thematicId } = usePathIds(pagePatterns.thematic);
  const query = useQuery({ ...thematicQuery(thematicId), refetchInterval: useTick() });
  const { data: thematics } = useQuery(thematicsQuery);
  const categories = useMemo(() => categoriesOf(thematics ?? []), [thematics]);
  const isMissing = query.data === undefined && isNotFound(query.error);
  return (
    <>
      <PageHead
        title={query.data?.name ?? thematicId}
        mark={!isMissing && <CategoryKey category={categories.get(thematicId)} size="large" />}
        crumbs={[{ to: urls.thematics(), label: 'Thematics' }]}
        sub={query.data?.description ?? '\u00a0'}
      />
      {isMissing ? (
        <ThematicMissing thematicId={thematicId} />
      ) : (
        <ThematicOverview key={thematicId} thematicId={thematicId} query={query} />
      )}
    </>
  );
}
