import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { Contribution } from '#contract/contribution.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { endText, periodNames } from '../../history/periodText.ts';
import { useFormat } from '../../preferences/format.ts';
import { Panel } from '../../design/Panel.tsx';
import { Waterfall } from '../../portfolio/Waterfall.tsx';
import { contributionSteps } from './contribution.ts';
import classes from './ThematicMoved.module.css';

interface ThematicMovedProps {
  readonly query: UseQueryResult<Contribution>;
  readonly period: HistoryType;
}

/** Which tokens moved the level from the first record of the period to the last. */
export function ThematicMoved({ query, period }: ThematicMovedProps) {
  return (
    <Panel
      title="What moved it"
      sub={`${periodNames[period].toLowerCase()}, points of the change`}
      query={query}
      what="What moved it"
      loading={<div className={classes.room} />}
      isEmpty={({ change }) => change === null}
      empty={<p className={classes.words}>No records: none of its tokens has had a price yet.</p>}
    >
      {(parts) => <Picture parts={parts} period={period} isOld={query.isPlaceholderData} />}
    </Panel>
  );
}

interface PictureProps {
  readonly parts: Contribution;
  readonly period: HistoryType;
  readonly isOld: boolean;
}

function Picture({ parts, period, isOld }: PictureProps) {
  const format = useFormat();
  const { from, to, first, last, residual } = parts;
  return (
    <div className={clsx(classes.body, isOld && classes.old)}>
      <Waterfall
        label="What moved the level, by token"
        from={0}
        start={{ label: endText(format, period, from), text: format.market.total(first) }}
        steps={contributionSteps(parts)}
        end={{ label: endText(format, period, to), text: format.market.total(last) }}
        format={format.market.finePoints}
        formatFull={format.market.finePoints}
      />
      <p className={classes.residual}>
        Weight × return of each day, in points of the first level. Residual{' '}
        {format.market.finePoints(residual)}.
      </p>
    </div>
  );
}
