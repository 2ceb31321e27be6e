import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { useKeys } from '../design/keys.ts';
import { PageHead } from '../design/PageHead.tsx';
import { Query } from '../design/Panel.tsx';
import { useSearchParam } from '../url/searchParam.ts';
import { urls } from '../url/urls.ts';
import { type Chosen, useChosen } from './chosen.ts';
import { askedFor } from './compare/asked.ts';
import { Comparison, ComparisonSkeleton } from './compare/Comparison.tsx';
import { ComparisonNotes } from './compare/ComparisonNotes.tsx';
import { TooFew } from './compare/TooFew.tsx';
import { chooseParam } from '../url/params.ts';

const ThematicChooser = lazy(async () => ({
  default: (await import('./compare/ThematicChooser.tsx')).ThematicChooser,
}));

const keyWords = { a: 'Choose what is compared' };

/** Up to eight thematics on one scale: their levels, their changes, what they have in common. */
export function ComparePage() {
  const query = useQuery(thematicQueries.all());
  const [choose, setChoose] = useSearchParam(chooseParam);
  const chosen = useChosen();
  const openChooser = () => setChoose('thematics');
  useKeys({ a: openChooser }, keyWords);
  return (
    <>
      <PageHead
        title="Compare thematics"
        crumbs={[{ to: urls.thematics(), label: 'Thematics' }]}
        actions={
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={openChooser}
          >
            Choose
          </Button>
        }
      />
      <Query query={query} what="Thematics" loading={<ComparisonSkeleton />}>
        {(thematics) => (
          <>
            <Asked thematics={thematics} chosen={chosen} onChoose={openChooser} />
            {choose === 'thematics' && (
              <Suspense fallback={null}>
                <ThematicChooser
                  thematics={thematics}
                  chosen={chosen}
                  onClose={() => setChoose('nothing')}
                />
              </Suspense>
            )}
          </>
        )}
      </Query>
    </>
  );
}

interface AskedProps {
  readonly thematics: readonly Thematic[];
  readonly chosen: Chosen;
  readonly onChoose: () => void;
}

function Asked({ thematics, chosen, onChoose }: AskedProps) {
  const asked = askedFor(thematics, chosen.ids);
  return (
    <>
      <ComparisonNotes asked={asked} chosen={chosen} />
      {asked.compared.length < 2 ? (
        <TooFew compared={asked.compared} available={thematics.length} onChoose={onChoose} />
      ) : (
        <Comparison compared={asked.compared} onTakeOut={chosen.toggle} />
      )}
    </>
  );
}
