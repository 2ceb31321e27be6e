import { Button, Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Capabilities } from '#contract/capabilities.ts';
import { getCapabilities } from '#contract/operations/about.ts';
import { call } from '../api/client.ts';
import { useFormat } from '../preferences/format.ts';
import { settings } from '../preferences/preferences.ts';
import { Panel } from '../design/Panel.tsx';
import { keys } from '../portfolio/queryKeys.ts';
import classes from './PreferencesPage.module.css';

/** What the service says of itself, and how long it took to say so. */
interface TimedAnswer {
  readonly capabilities: Capabilities;
  readonly milliseconds: number;
}

/** Requested by each visit and by hand: an earlier answer says nothing of now. */
const timedAnswerQuery = queryOptions({
  queryKey: keys.timedAnswer,
  staleTime: 0,
  retry: false,
  queryFn: async ({ signal }): Promise<TimedAnswer> => {
    const began = performance.now();
    const answer = await call(getCapabilities, {}, signal);
    return { capabilities: answer, milliseconds: performance.now() - began };
  },
});

/** Which service this is, how it answered, and what its prices are. */
export function ServicePane() {
  const query = useQuery(timedAnswerQuery);
  return (
    <Panel
      title={settings.connection.label}
      body="padded"
      className={classes.pane}
      actions={
        <Button onClick={() => void query.refetch()} disabled={query.isFetching}>
          Refresh
        </Button>
      }
      query={query}
      what="The connection"
      loading={<Skeleton width={240} />}
    >
      {(answer) => <Facts {...answer} at={query.dataUpdatedAt} />}
    </Panel>
  );
}

interface FactsProps extends TimedAnswer {
  /** Epoch milliseconds of the answer. */
  readonly at: number;
}

function Facts({ capabilities, milliseconds, at }: FactsProps) {
  const format = useFormat();
  const { service, market, currency, offers } = capabilities;
  const licences = <a href="/licenses.txt">Licences</a>;
  const facts: readonly [string, ReactNode][] = [
    ['Service', `${service.name} ${service.version}`],
    ['Address', location.origin],
    ['Answered', `in ${format.milliseconds(milliseconds)}, at ${format.clockSeconds(at)}`],
    ['Prices', market.kind === 'simulated' ? 'Simulated market' : 'Stored prices'],
    ['As of', `${format.dateTime(market.asOf)} ${format.zone(market.asOf)}`],
    [
      'New prices',
      market.tickSeconds === null ? 'no automatic updates' : `every ${market.tickSeconds} s`,
    ],
    ['Currency', currency ?? 'none'],
    ['Extensions', offers.length === 0 ? 'none' : offers.join(', ')],
    ['Packages used here', licences],
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
