import type { NoShares } from '#analytics/concentration.ts';
import type { ExposureBy, ExposureColumn, ExposureRow } from '#contract/exposure.ts';
import type { Column } from '../design/columns.ts';
import { hhiTitle } from '../portfolio/hhiTitle.ts';
import { whyNoShares } from '../portfolio/noSharesTexts.ts';
import { CategoryKey } from '../portfolio/CategoryKey.tsx';
import { TickMark } from '../portfolio/TickMark.tsx';
import type { Thematics } from '../portfolio/useThematics.ts';
import type { Format } from '../preferences/format.ts';
import classes from './exposure.module.css';

const whyRowHasNone = (row: ExposureRow) => whyNoShares(row.noShares);

const sizeOrder = (name: string) => ({
  descending: `${name}, largest first`,
  ascending: `${name}, smallest first`,
});

interface ExposureColumnsOptions {
  readonly by: ExposureBy;
  readonly noShares: NoShares | null;
  /** All users were read, so shares are of everything. */
  readonly isAll: boolean;
  readonly thematics: Thematics;
  readonly linkTo: (row: ExposureRow) => string;
}

export const kindNames = { thematic: 'Thematic', token: 'Token' } as const;

export function exposureColumns(
  format: Format,
  { by, noShares, isAll, thematics, linkTo }: ExposureColumnsOptions,
): readonly Column<ExposureRow>[] {
  const share = { kind: 'figure', isSoft: true, skeleton: 40 } as const;
  return [
    {
      id: 'name',
      header: kindNames[by],
      href: linkTo,
      cell: ({ id, name }) =>
        by === 'thematic' ? (
          <>
            <CategoryKey category={thematics.categories.get(id)} /> <bdi>{name ?? id}</bdi>
          </>
        ) : (
          <>
            <bdi className={classes.symbol}>{id}</bdi> <bdi className={classes.quiet}>{name}</bdi>
          </>
        ),
      title: ({ id, name }) => (name === null ? id : `${name} (${id})`),
      skeleton: 120,
      sort: { ascending: 'Name, A to Z', descending: 'Name, Z to A' },
      narrow: 'head',
    },
    {
      id: 'total',
      header: 'Total',
      unit: format.currency,
      kind: 'figure',
      cell: ({ total }) => <TickMark value={total}>{format.total(total)}</TickMark>,
      figure: { of: ({ total }) => total, text: format.total, isSummed: true },
      title: ({ unknown }) =>
        unknown === 0 ? undefined : `Excludes ${format.count(unknown, 'holder')} of unknown value`,
      skeleton: 98,
      sort: sizeOrder('Total'),
      width: 160,
      wide: 220,
      narrow: 'value',
    },
    {
      ...share,
      id: 'share',
      header: isAll ? '% of all' : '% of read',
      cell: (row) => format.share(row.share),
      title: (row) => whyRowHasNone(row) ?? whyNoShares(noShares),
      width: 96,
      wide: 140,
      narrow: 'right',
    },
    {
      id: 'holders',
      header: 'Holders',
      kind: 'figure',
      cell: ({ holders, unknown }) => (
        <>
          {format.number(holders)}
          {unknown > 0 && <small> · {format.number(unknown)} of unknown value</small>}
        </>
      ),
      skeleton: 28,
      sort: { descending: 'Most holders first', ascending: 'Fewest holders first' },
      width: 112,
      wide: 140,
      from: 560,
    },
    {
      id: 'largest',
      header: 'Largest holder',
      kind: 'figure',
      isSoft: true,
      cell: ({ largest }) =>
        largest === null ? (
          format.share(null)
        ) : (
          <>
            <bdi className={classes.holder}>{largest.customId}</bdi> {format.share(largest.share)}
          </>
        ),
      title: (row) => whyRowHasNone(row) ?? row.largest?.name ?? row.largest?.customId,
      skeleton: 110,
      sort: sizeOrder('Largest holder’s share'),
      width: 272,
      wide: 300,
      from: 720,
      narrow: 'left',
    },
    {
      ...share,
      id: 'topTen',
      header: 'Top 10',
      cell: ({ topTen }) => format.share(topTen),
      title: whyRowHasNone,
      sort: sizeOrder('Top 10 share'),
      width: 120,
      wide: 160,
      from: 960,
    },
    {
      ...share,
      id: 'hhi',
      header: 'HHI',
      cell: ({ hhi }) => format.concentration(hhi),
      title: (row) => whyRowHasNone(row) ?? hhiTitle(format, row.hhi, 'holders'),
      sort: { descending: 'Most concentrated first', ascending: 'Least concentrated first' },
      width: 88,
      wide: 120,
      from: 960,
    },
  ] satisfies readonly (Column<ExposureRow> & { readonly id: ExposureColumn | 'share' })[];
}
