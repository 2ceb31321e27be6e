import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatMilliseconds } from '../shared/format/number.ts';
import { formatClockSeconds, formatDateTime, formatZone } from '../shared/format/time.ts';
import { Button } from '../shared/ui/Button.tsx';
import { Pane } from '../shared/ui/Pane.tsx';
import { Query } from '../shared/ui/Query.tsx';
import { Skeleton } from '../shared/ui/Skeleton.tsx';
import classes from './ServicePane.module.css';
import { type TimedAnswer, timedAnswerQuery } from './timedAnswer.ts';

/** Which service this is, how it answered, what its prices are, and what it offers beyond the interface. */
export function ServicePane() {
  const query = useQuery(timedAnswerQuery);
  return (
    <Pane
      title="Connection"
      body="padded"
      className={classes.pane}
      actions={
        <Button onClick={() => void query.refetch()} disabled={query.isFetching}>
          Ask again
        </Button>
      }
    >
      <Query query={query} what="What the service offers" loading={<Skeleton width={240} />}>
        {(answer) => <Facts {...answer} at={query.dataUpdatedAt} />}
      </Query>
    </Pane>
  );
}

interface FactsProps extends TimedAnswer {
  /** Epoch milliseconds of the answer. */
  readonly at: number;
}

function Facts({ capabilities, milliseconds, at }: FactsProps) {
  const { service, market, currency, offers } = capabilities;
  const licences = <a href="/licenses.txt">Their licences</a>;
  const facts: readonly [string, ReactNode][] = [
    ['Service', `${service.name} ${service.version}`],
    ['Address', location.origin],
    ['Answered', `in ${formatMilliseconds(milliseconds)}, at ${formatClockSeconds(at)}`],
    ['Prices', market.kind === 'simulated' ? 'Simulated market' : 'Stored prices'],
    ['As of', `${formatDateTime(market.asOf)} ${formatZone(market.asOf)}`],
    [
      'New prices',
      market.tickSeconds === null ? 'none by itself' : `every ${market.tickSeconds} s`,
    ],
    ['Unit of totals', currency ?? 'not told'],
    ['Beyond the interface', offers.length === 0 ? 'nothing' : offers.join(', ')],
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
