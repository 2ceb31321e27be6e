import { ActionIcon, Box, Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { clsx } from 'clsx';
import type { DirectoryPeriod } from '#contract/directory.ts';
import type { Column } from '../../design/columns.ts';
import { PageLink } from '../../design/PageLink.tsx';
import { Sparkline } from '../../design/Sparkline.tsx';
import {
  netFlowTexts,
  overPast,
  overPeriod,
  pastText,
  periodLengths,
} from '../../history/periodText.ts';
import { CategoryKey } from '../../portfolio/CategoryKey.tsx';
import { Change, changeFigure } from '../../portfolio/Change.tsx';
import { whyNoShares } from '../../portfolio/noSharesTexts.ts';
import type { Thematics } from '../../portfolio/useThematics.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import type { GroupsAnswer } from './groupQueries.ts';
import type { GroupRow } from './groupRows.ts';
import classes from './groups.module.css';

interface GroupColumnsOptions {
  readonly title: string;
  readonly period: DirectoryPeriod;
  readonly thematics: Thematics;
  readonly notes: Pick<GroupsAnswer, 'noShares' | 'reason'>;
  /** Undefined: groups are not divided. */
  readonly onExpand: ((row: GroupRow) => void) | undefined;
  readonly dividedBy: string;
}

const largest = (name: string) => ({
  descending: `${name}, largest first`,
  ascending: `${name}, smallest first`,
});

export function groupColumns(
  format: Format,
  { title, period, thematics, notes, onExpand, dividedBy }: GroupColumnsOptions,
): readonly Column<GroupRow>[] {
  const { noShares, reason } = notes;
  const money = { kind: 'figure', unit: format.currency, width: 148, wide: 200 } as const;
  const isFlowKnown = reason === undefined;
  const netFlow = netFlowTexts(period);
  const expand: Column<GroupRow> = {
    id: 'expand',
    header: 'Parts',
    head: null,
    cell: (row) =>
      row.isExpanded !== undefined && (
        <ActionIcon
          className={clsx(classes.expand, row.isExpanded && classes.open)}
          variant="subtle"
          size={28}
          aria-label={`${row.name} by ${dividedBy}`}
          aria-expanded={row.isExpanded}
          onClick={() => onExpand?.(row)}
        >
          <IconChevronRight size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      ),
    width: 72,
    narrow: 'mark',
  };
  const columns: readonly Column<GroupRow>[] = [
    {
      id: 'group',
      header: title,
      href: ({ links }) => (typeof links === 'string' ? undefined : links.book),
      cell: (row) => <GroupName {...{ row, thematics }} />,
      title: ({ links, name, figures }) =>
        figures === null
          ? undefined
          : typeof links === 'string'
            ? `${name}. ${links}.`
            : `${name}, as a book`,
      skeleton: 120,
      sort: {
        value: ({ name }) => name,
        ascending: 'Name, A to Z',
        descending: 'Name, Z to A',
      },
      narrow: 'head',
    },
    {
      id: 'count',
      header: 'Users',
      kind: 'figure',
      cell: (row) => row.figures !== null && <GroupCount {...{ row }} count={row.figures.count} />,
      skeleton: 28,
      sort: {
        value: ({ figures }) => figures?.count,
        descending: 'Most users first',
        ascending: 'Fewest users first',
      },
      width: 104,
      narrow: 'left',
    },
    {
      ...money,
      id: 'total',
      header: 'Total',
      cell: ({ figures }) => figures && format.total(figures.total),
      figure: { of: ({ figures }) => figures?.total, text: format.total, isSummed: true },
      title: ({ figures }) =>
        (figures?.unknown ?? 0) === 0
          ? undefined
          : `${format.count(figures?.unknown ?? 0, 'user')} with missing data`,
      skeleton: 98,
      sort: { value: ({ figures }) => figures?.total, ...largest('Total') },
      narrow: 'value',
    },
    {
      id: 'share',
      header: '% of all',
      kind: 'figure',
      isSoft: true,
      cell: ({ figures }) => figures && format.share(figures.share),
      title: () => whyNoShares(noShares),
      skeleton: 40,
      sort: { value: ({ figures }) => figures?.share, ...largest('Share') },
      width: 104,
      from: 560,
    },
    {
      ...money,
      id: 'change',
      header: overPeriod('Value', period),
      cell: ({ figures }) => figures && format.change(figures.change),
      title: ({ figures }) =>
        figures?.change == null
          ? (reason ?? `Nothing was held when the ${pastText(period)} began`)
          : historiesText(format, figures),
      figure: { of: ({ figures }) => figures?.change, text: format.change },
      sort: {
        value: ({ figures }) => figures?.change,
        descending: `${overPast('Value', period)}, largest rise first`,
        ascending: `${overPast('Value', period)}, largest fall first`,
      },
      from: 960,
      ...(!isFlowKnown && { narrow: 'right' }),
    },
    {
      ...money,
      id: 'flow',
      header: netFlow.header,
      isSoft: true,
      cell: ({ figures }) => figures && format.change(figures.flow),
      title: netFlow.title,
      figure: { of: ({ figures }) => figures?.flow, text: format.change },
      sort: {
        value: ({ figures }) => figures?.flow,
        ...netFlow.sort,
      },
      from: 1100,
    },
    {
      id: 'return',
      header: overPeriod('Return', period),
      unit: '%',
      kind: 'figure',
      cell: ({ figures }) =>
        figures &&
        (figures.return === null ? format.percentChange(null) : <Change value={figures.return} />),
      title: ({ figures }) =>
        figures?.return === null ? 'Nothing was held over two records' : undefined,
      figure: changeFigure(({ figures }) => figures?.return, format.percentChange),
      sort: {
        value: ({ figures }) => figures?.return,
        descending: `${overPast('Return', period)}, best first`,
        ascending: `${overPast('Return', period)}, worst first`,
      },
      width: 124,
      narrow: 'right',
    },
    {
      id: 'spark',
      header: periodLengths[period],
      kind: 'picture',
      cell: ({ figures, name }) =>
        figures?.spark != null && (
          <Sparkline
            values={figures.spark}
            isPrivate
            label={`${name}: value over the ${pastText(period)}, return ${format.percentChange(figures.return)}`}
          />
        ),
      width: 128,
      wide: 200,
      from: 960,
    },
  ];
  // The notes below the table say why they are not known.
  const known = isFlowKnown ? columns : columns.filter(({ id }) => !needsFlow.has(id));
  return onExpand === undefined ? known : [expand, ...known];
}

const needsFlow = new Set(['flow', 'return', 'spark']);

function historiesText(format: Format, { histories }: NonNullable<GroupRow['figures']>) {
  if (histories === null || histories.read === histories.of) return undefined;
  return `Of the ${format.number(histories.read)} of ${format.count(histories.of, 'user')} whose histories have been read`;
}

interface GroupNameProps {
  readonly row: GroupRow;
  readonly thematics: Thematics;
}

function GroupName({ row, thematics }: GroupNameProps) {
  const { by, value, name, isPart, figures, onRetry } = row;
  return (
    <span className={clsx(isPart && classes.part, figures === null && classes.quiet)}>
      {by === 'thematic' && typeof value === 'string' && (
        <CategoryKey category={thematics.categories.get(value)} />
      )}{' '}
      <bdi className={clsx(typeof value !== 'string' && classes.quiet)}>{name}</bdi>
      {onRetry !== undefined && (
        <Button variant="subtle" className={classes.list} onClick={onRetry}>
          Retry
        </Button>
      )}
    </span>
  );
}

interface GroupCountProps {
  readonly row: GroupRow;
  readonly count: number;
}

/** Links to the list of the users. */
function GroupCount({ row: { links, name, isPart }, count }: GroupCountProps) {
  const format = useFormat();
  const text = <UsersText count={count} />;
  return (
    <span className={clsx(isPart && classes.partCount)}>
      {typeof links === 'string' ? (
        text
      ) : (
        <PageLink
          className={classes.list}
          to={links.list}
          title={`List the ${format.count(count, 'user')} of ${name}`}
        >
          {text}
        </PageLink>
      )}
    </span>
  );
}

/** The number of users, named on a phone, where the table has no head. */
export function UsersText({ count }: { readonly count: number }) {
  const format = useFormat();
  return (
    <>
      {format.number(count)}
      <Box component="span" hiddenFrom="sm">
        {count === 1 ? ' user' : ' users'}
      </Box>
    </>
  );
}
