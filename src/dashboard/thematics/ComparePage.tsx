import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { Thematic } from '#contract/thematic.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { useKeys } from '../design/keys.ts';
import { NoteLine } from '../design/NoteLine.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { Query } from '../design/Panel.tsx';
import { maxCompared } from '../history/historyQueries.ts';
import { categoriesOf } from '../portfolio/categories.ts';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { useFormat } from '../preferences/format.ts';
import { chooseParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { urls } from '../url/urls.ts';
import { type Chosen, useChosen } from './chosen.ts';
import classes from './compare/compare.module.css';
import { Comparison } from './compare/Comparison.tsx';

const ThematicChooser = lazy(async () => ({
  default: (await import('./compare/ThematicChooser.tsx')).ThematicChooser,
}));

const keyTexts = { a: 'Choose what is compared' };

/** Up to eight thematics on one scale: their levels, their changes, what they have in common. */
export function ComparePage() {
  const query = useQuery(thematicQueries.all());
  const [choose, setChoose] = useSearchParam(chooseParam);
  const chosen = useChosen();
  const openChooser = () => setChoose('thematics');
  useKeys({ a: openChooser }, keyTexts);
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
      <Query query={query} what="Thematics" loading={<div className={classes.room} />}>
        {(thematics) => (
          <>
            <Requested thematics={thematics} chosen={chosen} onChoose={openChooser} />
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

interface RequestedProps {
  readonly thematics: readonly Thematic[];
  readonly chosen: Chosen;
  readonly onChoose: () => void;
}

/** What the address names: what of it can be compared, and what cannot. */
function Requested({ thematics, chosen, onChoose }: RequestedProps) {
  const format = useFormat();
  const byId = new Map(thematics.map((thematic) => [thematic._id, thematic]));
  const known = chosen.ids.flatMap((id) => byId.get(id) ?? []);
  const compared = known.slice(0, maxCompared);
  const left = known.slice(maxCompared);
  return (
    <>
      {chosen.ids
        .filter((id) => !byId.has(id))
        .map((id) => (
          <NoteLine
            key={id}
            tone="warn"
            action={
              <button type="button" onClick={() => chosen.toggle(id)}>
                Take it out
              </button>
            }
          >
            There is no thematic “<bdi>{id}</bdi>”. The others are compared.
          </NoteLine>
        ))}
      {left.length > 0 && (
        <NoteLine tone="warn">
          At most {format.number(maxCompared)} of {format.number(known.length)} can be compared.
          Left out: <bdi>{left.map(({ name }) => name).join(', ')}</bdi>.
        </NoteLine>
      )}
      {compared.length < 2 ? (
        <TooFew only={compared[0]} available={thematics.length} onChoose={onChoose} />
      ) : (
        <Comparison
          {...{ compared }}
          categories={categoriesOf(thematics)}
          onTakeOut={chosen.toggle}
        />
      )}
    </>
  );
}

interface TooFewProps {
  readonly only: Thematic | undefined;
  /** How many thematics there are at all. */
  readonly available: number;
  readonly onChoose: () => void;
}

/** Nothing to compare yet: why, and the way on. */
function TooFew({ only, available, onChoose }: TooFewProps) {
  if (available < 2) {
    return (
      <EmptyPane
        title="Nothing to compare"
        actions={
          <Button component={Link} to={urls.thematics()}>
            All thematics
          </Button>
        }
      >
        {available === 0 ? 'This service has no thematics.' : 'This service has only one thematic.'}
      </EmptyPane>
    );
  }
  return (
    <EmptyPane
      title={
        only === undefined ? (
          'Choose at least two thematics'
        ) : (
          <span>
            Choose another to compare with <bdi>{only.name}</bdi>
          </span>
        )
      }
      actions={
        <Button variant="filled" onClick={onChoose}>
          Choose thematics
        </Button>
      }
    >
      Up to eight are drawn on one scale, from the first time at which all of them have a level. The
      address keeps your choice, so you can bookmark or share it.
    </EmptyPane>
  );
}
