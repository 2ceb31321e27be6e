import { Box, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PageLink } from '../design/PageLink.tsx';
import type { Thematic } from '#contract/thematic.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { useKeys } from '../design/keys.ts';
import { NoteLine } from '../design/NoteLine.tsx';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { Query } from '../design/Panel.tsx';
import { AsOfBar } from '../history/AsOfBar.tsx';
import { historyOf, maxCompared } from '../history/historyQueries.ts';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { chooseParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { type Chosen, useChosen } from './chosen.ts';
import { ChangesPane } from './compare/ChangesPane.tsx';
import { OverlapPane } from './compare/OverlapPane.tsx';

const ThematicChooser = lazyComponent(
  async () => (await import('./compare/ThematicChooser.tsx')).ThematicChooser,
);

const chooseLabel = 'Add or remove thematics';
const keyTexts = { a: chooseLabel };

export function ComparePage() {
  const query = useQuery(thematicQueries.all(useAsOf()));
  const [choose, setChoose] = useSearchParam(chooseParam);
  const chosen = useChosen();
  const openChooser = () => setChoose('thematics');
  useKeys({ a: openChooser }, keyTexts);
  return (
    <>
      <PageHead
        title={pageLinks.compare.label}
        crumbs={[pageLinks.thematics]}
        actions={
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={openChooser}
          >
            {chooseLabel}
          </Button>
        }
      />
      <AsOfBar />
      <Query query={query} what="Thematics" loading={<Box mih="60vh" />}>
        {(thematics) => (
          <>
            <Requested thematics={thematics} chosen={chosen} onChoose={openChooser} />
            {choose === 'thematics' && (
              <ThematicChooser
                thematics={thematics}
                chosen={chosen}
                onClose={() => setChoose('nothing')}
              />
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
                Remove
              </button>
            }
          >
            Thematic “<bdi>{id}</bdi>” not found. The others are compared.
          </NoteLine>
        ))}
      {left.length > 0 && (
        <NoteLine tone="warn">
          Only the first {format.number(maxCompared)} of {format.number(known.length)} are compared.
          Not shown: <bdi>{left.map(({ name }) => name).join(', ')}</bdi>.
        </NoteLine>
      )}
      {thematics.length < 2 ? (
        <EmptyPane
          title="Nothing to compare"
          actions={
            <Button component={PageLink} to={pageLinks.thematics.to}>
              All thematics
            </Button>
          }
        >
          {`This service has ${thematics.length === 0 ? 'no thematics' : 'only one thematic'}.`}
        </EmptyPane>
      ) : compared.length < 2 ? (
        <EmptyPane
          title={
            compared[0] === undefined ? (
              'Choose at least two thematics'
            ) : (
              <span>
                Choose another thematic to compare with <bdi>{compared[0].name}</bdi>
              </span>
            )
          }
          actions={
            <Button variant="filled" onClick={onChoose}>
              Choose thematics
            </Button>
          }
        >
          The chart draws up to {maxCompared} thematics on one scale, from the first time at which
          all have a level. To keep or share the selection, use the address of this page.
        </EmptyPane>
      ) : (
        <>
          <Levels {...{ compared }} />
          <ChangesPane {...{ compared }} onRemove={chosen.toggle} />
          <OverlapPane {...{ compared }} />
        </>
      )}
    </>
  );
}

/** The series are stable while unchanged, although each tick brings new objects. */
function Levels({ compared }: { readonly compared: readonly Thematic[] }) {
  const format = useFormat();
  const { categories } = useThematics();
  const asOf = useAsOf();
  const named = compared.map(
    ({ _id, name, backfilledUntil }) => [_id, name, categories.get(_id), backfilledUntil] as const,
  );
  const text = JSON.stringify(named);
  const series = useMemo(() => {
    const same: typeof named = JSON.parse(text);
    return same.map(([id, label, category, backfilledUntil]) => ({
      id,
      label,
      category,
      backfilledUntil,
      source: historyOf.thematic(id, asOf),
    }));
  }, [text, asOf]);
  return (
    <HistoryPanel
      series={series}
      title={`Levels of ${format.number(compared.length)} thematics`}
      valueName="Level"
    />
  );
}
