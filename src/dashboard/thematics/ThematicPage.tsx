import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pathOf } from '#contract/operation.ts';
import { getContribution, getThematic } from '#contract/operations/thematics.ts';
import { periodParam } from '../history/period.ts';
import { historyOf } from '../history/queries.ts';
import { isNotFound } from '../shared/api/errors.ts';
import { useTick } from '../shared/api/polling.ts';
import { thematicQuery } from '../shared/api/portfolio.ts';
import { thematicsQuery } from '../shared/api/thematics.ts';
import { categoriesOf } from '../shared/categories.ts';
import { ButtonLink } from '../shared/ui/Button.tsx';
import { CategoryKey } from '../shared/ui/CategoryKey.tsx';
import { ThematicMissing } from '../shared/ui/Missing.tsx';
import { PageHead } from '../shared/ui/PageHead.tsx';
import { RawJson } from '../shared/ui/RawJson.tsx';
import { usePathIds } from '../shared/url/pathIds.ts';
import { useSearchParam } from '../shared/url/searchParam.ts';
import { pagePatterns, urls } from '../shared/urls.ts';
import { ThematicOverview } from './detail/ThematicOverview.tsx';
import { chooseParam } from './thematicParams.ts';

/** What is in a thematic, how it did, what moved it, who holds it. */
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
  const [period] = useSearchParam(periodParam);
  const choosing = `${chooseParam.name}=${chooseParam.write('thematics') ?? ''}`;
  return (
    <>
      <RawJson
        title="this thematic"
        path={[
          pathOf(getThematic, { params: { id: thematicId } }),
          historyOf.thematic(thematicId).path(period),
          pathOf(getContribution, { params: { id: thematicId, historyType: period } }),
        ]}
      />
      <ButtonLink
        icon={<IconPlus size={16} stroke={1.75} aria-hidden />}
        to={`${urls.compare([thematicId])}&${choosing}`}
      >
        Compare
      </ButtonLink>
    </>
  );
}
