import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { type Overlap, overlapOf } from '#analytics/overlap.ts';
import type { Thematic } from '#contract/thematic.ts';
import type { Column } from '../../design/columns.ts';
import { DataTable } from '../../design/DataTable.tsx';
import { Panel } from '../../design/Panel.tsx';
import { useDataTable } from '../../design/useDataTable.ts';
import { maxCompared } from '../../history/historyQueries.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { urls } from '../../url/urls.ts';
import { sharedSymbols, weightsOf } from '../overlap.ts';
import classes from './detail.module.css';

interface SharedTokensProps {
  readonly thematic: Thematic;
  /** All there are, this one among them. */
  readonly thematics: readonly Thematic[];
}

interface Sharing {
  readonly other: Thematic;
  readonly overlap: Overlap;
}

const looks = {
  label: 'Thematics with the same tokens',
  isInPane: true,
  narrowRow: 44,
  narrowGrid: "'head value' / minmax(0, 1fr) auto",
} as const;

/** Other thematics that hold some of the same tokens, those with the most in common first. */
export function SharedTokens({ thematic, thematics }: SharedTokensProps) {
  const format = useFormat();
  const rows = useMemo(() => {
    const own = weightsOf(thematic);
    return thematics
      .filter(({ _id }) => _id !== thematic._id)
      .map((other) => ({ other, overlap: overlapOf(own, weightsOf(other)) }))
      .filter(({ overlap }) => overlap.weight > 0)
      .toSorted((a, b) => b.overlap.weight - a.overlap.weight);
  }, [thematic, thematics]);
  const columns = useMemo(() => sharingColumns(format, thematic), [format, thematic]);
  const model = useDataTable({ columns, rows });
  const nearest = rows.slice(0, maxCompared - 1).map(({ other }) => other._id);
  return (
    <Panel
      title="Shares its tokens with"
      sub="overlap of weights"
      actions={
        rows.length > 0 && (
          <Button component={Link} variant="subtle" to={urls.compare([thematic._id, ...nearest])}>
            Compare {format.number(nearest.length + 1)}
          </Button>
        )
      }
    >
      {rows.length === 0 ? (
        <p className={classes.text}>No other thematic holds any of its tokens.</p>
      ) : (
        <DataTable {...looks} model={model} keyOf={({ other }) => other._id} />
      )}
    </Panel>
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
        <small className={classes.symbols}>{sharedSymbols(thematic, overlap)}</small>
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
        <i className={classes.bar} aria-hidden>
          <i style={{ width: `${overlap.weight * 100}%` }} />
        </i>
      </>
    ),
    width: 144,
    narrow: 'value',
  },
];
