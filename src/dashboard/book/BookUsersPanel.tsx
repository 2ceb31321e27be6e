import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { BookConcentration, BookPart } from '#contract/book.ts';
import { effectiveNumber } from '#analytics/concentration.ts';
import type { Column } from '../design/columns.ts';
import { PageLink } from '../design/PageLink.tsx';
import { Panel } from '../design/Panel.tsx';
import { TablePanel } from '../design/TablePanel.tsx';
import { Terms } from '../design/Terms.tsx';
import { useHistoryWindow, useLoadedPeriod, useRecordsWindow } from '../history/historyWindow.ts';
import { shownText } from '../history/periodText.ts';
import { membersAddress } from '../members/bookAddress.ts';
import type { MembersQuery } from '../portfolio/bookSubject.ts';
import { whyNoShares } from '../portfolio/noSharesTexts.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { sortName } from '../url/sortParam.ts';
import { urls } from '../url/urls.ts';
import { BookCsv } from './BookCsv.tsx';
import { partQueries } from './bookParts.ts';
import classes from './BookUsersPanel.module.css';

const listedUsers = 8;

/** The members whose value changed most, and how concentrated the book is in its members. */
export function BookUsersPanel({ members }: { readonly members: MembersQuery }) {
  const format = useFormat();
  const asOf = useAsOf();
  const [params] = useSearchParams();
  const { shown } = useHistoryWindow();
  const window = useRecordsWindow();
  const { options, path } = partQueries.contribution(members, window, 'user', asOf);
  const query = useQuery(options);
  const { data, isPlaceholderData } = query;
  const loaded = useLoadedPeriod(shown, isPlaceholderData);
  const columns = useMemo(() => changeColumns(format), [format]);
  const rows = useMemo(() => (data?.rows ?? []).slice(0, listedUsers), [data]);
  return (
    <>
      <TablePanel
        title="Largest changes"
        sub={shownText(format, loaded)}
        actions={
          <>
            {/* The list of users shows the present, and no longer period than a year. */}
            {asOf === null &&
              shown.zoom === null &&
              window.type !== 'all' &&
              (data?.parts ?? 0) > listedUsers && (
                <Button
                  component={PageLink}
                  variant="subtle"
                  to={sortedByChange(membersAddress(params))}
                >
                  All changes
                </Button>
              )}
            {rows.length > 0 && <BookCsv path={path} what="changes by user" />}
          </>
        }
        {...{ query, path, columns, rows }}
        what="The changes"
        rowCount={listedUsers}
        empty={asOf === null ? 'No holdings.' : 'No holdings then.'}
        keyOf={({ id }) => id}
        narrowRow={56}
        narrowGrid="'head value' 20px 'left right' 18px / minmax(0, 1fr) auto"
      />
      {data !== undefined && data.parts > 0 && (
        <Panel title="Concentration" sub="by user" body="padded">
          <Terms terms={concentrationTerms(format, data.concentration)} />
        </Panel>
      )}
    </>
  );
}

function sortedByChange(list: string): string {
  const [path, search] = list.split('?', 2);
  const params = new URLSearchParams(search);
  params.set(sortName, '-change');
  return `${path}?${params.toString()}`;
}

function concentrationTerms(format: Format, { noShares, largest, topTen, hhi }: BookConcentration) {
  if (noShares !== null) return [['Shares', whyNoShares(noShares) ?? '–']] as const;
  return [
    [
      'Largest user',
      largest === null ? (
        '–'
      ) : (
        <>
          <PageLink to={urls.user(largest.id)}>
            <bdi>{largest.id}</bdi>
          </PageLink>{' '}
          {format.share(largest.share)}
        </>
      ),
    ],
    ['Ten largest', format.share(topTen)],
    ['HHI', format.concentration(hhi)],
    ['Effective number', hhi === null ? '–' : `${format.index(effectiveNumber(hhi))} equal users`],
  ] as const;
}

function changeColumns(format: Format): readonly Column<BookPart>[] {
  const figure = { unit: format.currency, kind: 'figure', skeleton: 84, width: 132 } as const;
  return [
    {
      id: 'user',
      header: 'User',
      href: ({ id }) => urls.user(id),
      cell: ({ id }) => <bdi>{id}</bdi>,
      title: ({ id, name }) => name ?? id,
      skeleton: 120,
      narrow: 'head',
    },
    {
      ...figure,
      id: 'price',
      from: 560,
      className: classes.unprinted,
      header: 'From prices',
      cell: ({ price }) => format.change(price),
      figure: { of: ({ price }) => price, text: format.change },
      narrow: 'left',
    },
    {
      ...figure,
      id: 'flow',
      from: 560,
      className: classes.unprinted,
      header: 'From flows',
      cell: ({ amount }) => format.change(amount),
      figure: { of: ({ amount }) => amount, text: format.change },
      narrow: 'right',
    },
    {
      ...figure,
      id: 'change',
      header: 'Change',
      cell: ({ change }) => format.change(change),
      figure: { of: ({ change }) => change, text: format.change },
      title: ({ price, amount }) =>
        `${format.change(price)} from prices, ${format.change(amount)} from flows`,
      narrow: 'value',
    },
  ];
}
