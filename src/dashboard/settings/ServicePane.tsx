import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Capabilities } from '#contract/capabilities.ts';
import { capabilitiesQuery } from '../shared/api/capabilities.ts';
import { formatDateTime, formatZone } from '../shared/format/time.ts';
import { Pane } from '../shared/ui/Pane.tsx';
import { Query } from '../shared/ui/Query.tsx';
import { Skeleton } from '../shared/ui/Skeleton.tsx';
import classes from './ServicePane.module.css';

/** Which service this is, what its prices are, and what it offers beyond the interface. */
export function ServicePane() {
  const query = useQuery(capabilitiesQuery);
  return (
    <Pane title="Service" body="padded" className={classes.pane}>
      <Query query={query} what="What the service offers" loading={<Skeleton width={240} />}>
        {(capabilities) => <Facts capabilities={capabilities} />}
      </Query>
    </Pane>
  );
}

function Facts({ capabilities }: { readonly capabilities: Capabilities }) {
  const { service, market, currency, offers } = capabilities;
  const facts: readonly [string, ReactNode][] = [
    ['Name', `${service.name} ${service.version}`],
    ['Prices', market.kind === 'simulated' ? 'Simulated market' : 'Stored prices'],
    ['As of', `${formatDateTime(market.asOf)} ${formatZone(market.asOf)}`],
    [
      'New prices',
      market.tickSeconds === null ? 'none by itself' : `every ${market.tickSeconds} s`,
    ],
    ['Unit of totals', currency ?? 'not told'],
    ['Beyond the interface', offers.length === 0 ? 'nothing' : offers.join(', ')],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
