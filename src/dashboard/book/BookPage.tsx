import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useActions } from '../design/actions.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { NoteLine } from '../design/NoteLine.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { PageLink } from '../design/PageLink.tsx';
import { AsOfBar } from '../history/AsOfBar.tsx';
import { reportAddress } from '../members/bookAddress.ts';
import { shockOfMembers } from '../members/shockAddress.ts';
import { type SelectedMembers, useMembership } from '../members/useMembership.ts';
import { ReportLink } from '../portfolio/ReportLink.tsx';
import { keys } from '../portfolio/queryKeys.ts';
import { useFormat } from '../preferences/format.ts';
import { useCarried } from '../url/carried.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { BookPanels } from './BookPanels.tsx';
import { BookStrip } from './BookStrip.tsx';
import { Computing } from './Computing.tsx';
import { MembersOfBook } from './MembersOfBook.tsx';
import { useBookOverview } from './useBookOverview.ts';

export function BookPage() {
  const members = useMembership();
  const navigate = useNavigate();
  const carried = useCarried();
  const { list } = members;
  useActions([
    {
      name: 'Show the users of the book',
      also: 'directory list members',
      run: () => void navigate(carried(list)),
    },
    {
      name: 'Shock these users',
      also: 'stress scenario what if crash fall replay loss worst',
      run: () => void navigate(shockOfMembers(list)),
    },
  ]);
  return (
    <>
      <PageHead
        title={pageLinks.book.label}
        crumbs={[{ to: list, label: pageLinks.users.label }]}
        actions={<ReportLink to={reportAddress(members.subject.address)} />}
      />
      <AsOfBar />
      <MembersTogether key={JSON.stringify(members.query)} members={members} />
    </>
  );
}

function MembersTogether({ members }: { readonly members: SelectedMembers }) {
  const format = useFormat();
  const client = useQueryClient();
  const [isStopped, setStopped] = useState(false);
  const overview = useBookOverview(members.query, !isStopped);
  const { list, query, counts } = overview;
  const isEmpty = list.data?.count === 0;
  const stop = () => {
    setStopped(true);
    void client.cancelQueries({ queryKey: keys.book(members.query) });
  };
  return (
    <>
      <MembersOfBook {...{ members, overview }} />
      {counts !== null && counts.notFound > 0 && (
        <NoteLine tone="warn">
          {counts.notFound === 1
            ? 'One of the ids in the address has no user.'
            : `${format.number(counts.notFound)} of the ids in the address have no user.`}
        </NoteLine>
      )}
      {isEmpty ? (
        <EmptyPane
          title="No user matches"
          actions={
            <Button component={PageLink} to={members.list}>
              Show the list
            </Button>
          }
        >
          A book is the users who match its filters now. Remove a filter, or change them in the
          list.
        </EmptyPane>
      ) : (
        <>
          <BookStrip overview={overview} />
          {query.isLoading && <Computing count={list.data?.count} onStop={stop} />}
          {isStopped ? (
            <EmptyPane
              title="Stopped"
              actions={<Button onClick={() => setStopped(false)}>Compute</Button>}
            >
              The history of the members is not computed.
            </EmptyPane>
          ) : (
            <BookPanels {...{ members, overview }} />
          )}
        </>
      )}
    </>
  );
}
