import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Holder } from '#contract/directory.ts';
import { useOffer } from '../../shared/api/capabilities.ts';
import { useTick } from '../../shared/api/polling.ts';
import { formatCount, formatShare, formatTotal } from '../../shared/format/number.ts';
import { usePrivacy } from '../../shared/preferences.ts';
import { Pane } from '../../shared/ui/Pane.tsx';
import { Query } from '../../shared/ui/Query.tsx';
import { Loading } from '../../shared/ui/Skeleton.tsx';
import table from '../../shared/ui/Table.module.css';
import { urls } from '../../shared/urls.ts';
import { holdersQuery } from './holders.ts';
import classes from './ThematicHolders.module.css';

interface ThematicHoldersProps {
  readonly thematicId: string;
  readonly currency: string | null;
}

/** So many stand there at first; the rest is one click away. */
const fewHolders = 7;

/** Who holds the thematic, the largest first. */
export function ThematicHolders({ thematicId, currency }: ThematicHoldersProps) {
  const offered = useOffer('holders');
  const [isAll, setAll] = useState(false);
  const query = useQuery({
    ...holdersQuery(thematicId),
    enabled: offered === true,
    refetchInterval: useTick(),
  });
  const sent = query.data?.holders.length ?? 0;
  return (
    <Pane
      title="Who holds it"
      sub={query.data === undefined ? undefined : countWords(query.data.count, sent)}
      className={classes.pane}
      actions={
        sent > fewHolders && (
          <button type="button" className={classes.all} onClick={() => setAll(!isAll)}>
            {isAll ? `Largest ${fewHolders}` : sent < (query.data?.count ?? 0) ? 'More' : 'All'}
          </button>
        )
      }
    >
      {offered === false ? (
        <p className={classes.words}>This service does not tell who holds a thematic.</p>
      ) : (
        <Query
          query={query}
          what="The holders"
          loading={
            <div className={classes.room}>
              <Loading what="the holders" />
            </div>
          }
          isEmpty={({ holders }) => holders.length === 0}
          empty={<p className={classes.words}>Nobody holds anything in it yet.</p>}
        >
          {({ holders }) => (
            <Holders
              holders={isAll ? holders : holders.slice(0, fewHolders)}
              thematicId={thematicId}
              currency={currency}
            />
          )}
        </Query>
      )}
    </Pane>
  );
}

function countWords(count: number, sent: number): string {
  const users = count === 1 ? '1 user' : `${formatCount(count)} users`;
  return sent < count ? `${users}, the ${formatCount(sent)} largest listed` : users;
}

interface HoldersProps extends ThematicHoldersProps {
  readonly holders: readonly Holder[];
}

function Holders({ holders, thematicId, currency }: HoldersProps) {
  // A bar tells a share as its figure does.
  const isHidden = usePrivacy() === 'hidden';
  return (
    <table className={clsx(table.table, table.inPane, classes.holders)}>
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col" className={clsx(table.num, classes.total)}>
            In it{currency !== null && <em>{currency}</em>}
          </th>
          <th scope="col" className={clsx(table.num, classes.share)}>
            Of user
          </th>
        </tr>
      </thead>
      <tbody>
        {holders.map(({ customId, name, total, share }) => (
          <tr key={customId} className={table.row}>
            <td title={name ?? customId}>
              <Link className={table.link} to={urls.wallet(customId, thematicId)}>
                {customId}
              </Link>
            </td>
            <td className={clsx(table.num, classes.total)}>{formatTotal(total)}</td>
            <td className={clsx(table.num, classes.share)}>
              {formatShare(share)}
              <i className={classes.bar} aria-hidden>
                <i style={{ width: `${isHidden ? 0 : (share ?? 0) * 100}%` }} />
              </i>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
