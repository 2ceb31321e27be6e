import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '../preferences/format.ts';
import { Panel } from '../design/Panel.tsx';
import classes from './PreferencesPage.module.css';
import { type TimedAnswer, timedAnswerQuery } from './timedAnswer.ts';

/** Which service this is, how it answered, and what its prices are. */
export function ServicePane() {
  const query = useQuery(timedAnswerQuery);
  return (
    <Panel
      title="Connection"
      body="padded"
      className={classes.pane}
      actions={
        <Button onClick={() => void query.refetch()} disabled={query.isFetching}>
          Refresh
        </Button>
      }
      query={query}
      what="What the service offers"
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
  const licences = <a href="/licenses.txt">Their licences</a>;
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
    ['Unit of totals', currency ?? 'none'],
    ['Extensions', offers.length === 0 ? 'nothing' : offers.join(', ')],
    ['Packages in this page', licences],
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
