import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Overlap } from '#analytics/overlap.ts';
import type { Thematic } from '#contract/thematic.ts';
import type { Column } from '../../design/columns.ts';
import { PageLink } from '../../design/PageLink.tsx';
import { TablePanel } from '../../design/TablePanel.tsx';
import { maxCompared } from '../../history/historyQueries.ts';
import { thematicQueries } from '../../portfolio/thematicQueries.ts';
import { targetsOf } from '../../portfolio/targets.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { useAsOf } from '../../url/asOf.ts';
import { urls } from '../../url/urls.ts';
import { overlapBetween, sharedSymbols } from '../overlap.ts';
import { WeightBar } from './constituentColumns.tsx';

interface Sharing {
  readonly other: Thematic;
  readonly overlap: Overlap;
}

interface SharedTokensProps {
  readonly thematic: Thematic;
  readonly isInSight: boolean;
}

export function SharedTokens({ thematic, isInSight }: SharedTokensProps) {
  const format = useFormat();
  const asOf = useAsOf();
  const query = useQuery({ ...thematicQueries.names(asOf), enabled: isInSight });
  const thematics = query.data;
  const rows = useMemo(() => {
    return (thematics ?? [])
      .filter(({ _id }) => _id !== thematic._id)
      .flatMap((other) => {
        const overlap = overlapBetween(thematic, other);
        return overlap === null || overlap.weight === 0 ? [] : [{ other, overlap }];
      })
      .toSorted((a, b) => b.overlap.weight - a.overlap.weight);
  }, [thematic, thematics]);
  const columns = useMemo(() => sharingColumns(format, thematic), [format, thematic]);
  const nearest = rows.slice(0, maxCompared - 1).map(({ other }) => other._id);
  return (
    <TablePanel
      title="Overlapping thematics"
      sub="shared weight"
      actions={
        rows.length > 0 && (
          <Button
            component={PageLink}
            variant="subtle"
            to={urls.compare([thematic._id, ...nearest])}
          >
            Compare {format.number(nearest.length + 1)}
          </Button>
        )
      }
      {...{ query, columns, rows }}
      what="Thematics"
      rowCount={2}
      empty={
        targetsOf(thematic) === null
          ? 'The weights of its tokens are not known.'
          : 'No other thematic holds any of its tokens.'
      }
      keyOf={({ other }) => other._id}
      narrowRow={44}
    />
  );
}

const sharingColumns = (format: Format, thematic: Thematic): readonly Column<Sharing>[] => [
  {
    id: 'thematic',
    header: 'Thematic',
    href: ({ other }) => urls.thematic(other._id),
    title: ({ overlap }) => sharedSymbols(thematic, overlap),
    cell: ({ other, overlap }) => (
      <>
        <bdi>{other.name}</bdi>{' '}
        <Text component="small" fz="smaller" c="dimmed" ml={6}>
          {sharedSymbols(thematic, overlap)}
        </Text>
      </>
    ),
    narrow: 'head',
  },
  {
    id: 'overlap',
    header: 'Overlap',
    kind: 'figure',
    cell: ({ overlap }) => (
      <>
        {format.market.share(overlap.weight)}
        <WeightBar part={overlap.weight} />
      </>
    ),
    width: 144,
    narrow: 'value',
  },
];
