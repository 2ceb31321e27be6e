import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useWhyUnknown } from '../api/service.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { NoteLine } from '../design/NoteLine.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { PageLink } from '../design/PageLink.tsx';
import { AsOfBar } from '../history/AsOfBar.tsx';
import { historyOf, maxCompared } from '../history/historyQueries.ts';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { FilterChip } from '../members/FilterChip.tsx';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { chosenName } from '../url/params.ts';
import { useListParam } from '../url/searchParam.ts';
import classes from './CompareUsersPage.module.css';

/** Returns of up to eight users on one scale. */
export function CompareUsersPage() {
  const format = useFormat();
  const [ids, setIds] = useListParam(chosenName);
  const compared = useMemo(() => ids.slice(0, maxCompared), [ids]);
  return (
    <>
      <PageHead title={pageLinks.compareUsers.label} crumbs={[pageLinks.users]} />
      <AsOfBar />
      {ids.length > maxCompared && (
        <NoteLine tone="warn">
          Only the first {format.number(maxCompared)} of {format.number(ids.length)} are compared.
          Not shown: <bdi>{ids.slice(maxCompared).join(', ')}</bdi>.
        </NoteLine>
      )}
      {compared.length < 2 ? (
        <EmptyPane
          title="Choose at least two users"
          actions={
            <Button component={PageLink} variant="filled" to={pageLinks.users.to}>
              Select users
            </Button>
          }
        >
          Select up to {maxCompared} users in the list, then choose Compare.
        </EmptyPane>
      ) : (
        <>
          <section className={classes.chips} aria-label="Compared users">
            {compared.map((id) => (
              <FilterChip
                key={id}
                label="User"
                value={id}
                removeLabel={`Remove ${id}`}
                onRemove={() => setIds(ids.filter((one) => one !== id))}
              />
            ))}
          </section>
          <Returns compared={compared} />
        </>
      )}
    </>
  );
}

/** Returns, since a deposit is no gain. Where another service reports none, values. */
function Returns({ compared }: { readonly compared: readonly string[] }) {
  const format = useFormat();
  const asOf = useAsOf();
  const whyNoReturn = useWhyUnknown('amounts');
  const hasReturns = whyNoReturn === null;
  const series = useMemo(
    () =>
      compared.map((id, index) => ({
        id,
        label: id,
        // Users have no color of their own.
        category: index + 1,
        source: hasReturns ? historyOf.returns(id, undefined, asOf) : historyOf.user(id, asOf),
      })),
    [compared, hasReturns, asOf],
  );
  const users = format.count(compared.length, 'user');
  return (
    <>
      {!hasReturns && (
        <NoteLine tone="warn">
          The lines show values, which contain deposits and withdrawals. {whyNoReturn}
        </NoteLine>
      )}
      <HistoryPanel
        series={series}
        title={hasReturns ? `Returns of ${users}` : `Values of ${users}`}
        valueName={hasReturns ? 'Level' : 'Value'}
      />
    </>
  );
}
