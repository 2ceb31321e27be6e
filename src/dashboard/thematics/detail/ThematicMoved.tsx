import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { Contribution } from '#contract/contribution.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { endWords, periodNames } from '../../history/periodWords.ts';
import { useOffer } from '../../shared/api/capabilities.ts';
import { formatLevel, formatMarketFinePoints } from '../../shared/format/number.ts';
import { Pane } from '../../shared/ui/Pane.tsx';
import { Query } from '../../shared/ui/Query.tsx';
import { Loading } from '../../shared/ui/Skeleton.tsx';
import { Waterfall } from '../../shared/ui/Waterfall.tsx';
import { contributionSteps } from './contribution.ts';
import classes from './ThematicMoved.module.css';

interface ThematicMovedProps {
  readonly query: UseQueryResult<Contribution>;
  readonly period: HistoryType;
}

/** Which tokens moved the level from the first record of the period to the last. */
export function ThematicMoved({ query, period }: ThematicMovedProps) {
  const offered = useOffer('contribution');
  return (
    <Pane title="What moved it" sub={`${periodNames[period].toLowerCase()}, points of the change`}>
      {offered === false ? (
        <p className={classes.words}>This service does not tell what its tokens added.</p>
      ) : (
        <Query
          query={query}
          what="What moved it"
          loading={
            <div className={classes.room}>
              <Loading what="what moved it" />
            </div>
          }
          isEmpty={({ change }) => change === null}
          empty={
            <p className={classes.words}>No records: none of its tokens has had a price yet.</p>
          }
        >
          {(parts) => <Picture parts={parts} period={period} isOld={query.isPlaceholderData} />}
        </Query>
      )}
    </Pane>
  );
}

interface PictureProps {
  readonly parts: Contribution;
  readonly period: HistoryType;
  readonly isOld: boolean;
}

function Picture({ parts, period, isOld }: PictureProps) {
  const { from, to, first, last, residual } = parts;
  return (
    <div className={clsx(classes.body, isOld && classes.old)}>
      <Waterfall
        label="What moved the level, by token"
        from={0}
        start={{ label: endWords(period, from), text: formatLevel(first) }}
        steps={contributionSteps(parts)}
        end={{ label: endWords(period, to), text: formatLevel(last) }}
        format={formatMarketFinePoints}
        formatFull={formatMarketFinePoints}
      />
      <p className={classes.residual}>
        Weight × return of each day, in points of the first level. Residual{' '}
        {formatMarketFinePoints(residual)}.
      </p>
    </div>
  );
}
