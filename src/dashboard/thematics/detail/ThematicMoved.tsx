import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { Contribution } from '#contract/contribution.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { Panel } from '../../design/Panel.tsx';
import { endText, periodNames } from '../../history/periodText.ts';
import { largestSteps, Waterfall } from '../../portfolio/Waterfall.tsx';
import { useFormat } from '../../preferences/format.ts';
import { pointsOf } from './constituentRows.ts';
import classes from './detail.module.css';

interface ThematicMovedProps {
  readonly query: UseQueryResult<Contribution>;
  readonly period: HistoryType;
  /** The chart shows a part of the period. */
  readonly isZoomed: boolean;
}

/** Which tokens moved the level from the first record of the period to the last. */
export function ThematicMoved({ query, period, isZoomed }: ThematicMovedProps) {
  const name = periodNames[period].toLowerCase();
  return (
    <Panel
      title="What moved it"
      sub={`${isZoomed ? `${name}, not the zoom` : name}, index points`}
      query={query}
      what="What moved it"
      loading={<div className={classes.movedRoom} />}
      isEmpty={({ change }) => change === null}
      empty={<p className={classes.text}>No records: none of its tokens has had a price yet.</p>}
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
  const rest = pointsOf(parts, residual) ?? 0;
  const steps = parts.tokens.map(({ token, contribution }) => ({
    key: token._id,
    label: token.symbol,
    title: token.name,
    value: pointsOf(parts, contribution) ?? 0,
  }));
  return (
    <div className={clsx(classes.moved, isOld && classes.old)}>
      <Waterfall
        label="What moved the level, by token"
        from={0}
        start={{ label: endText(format, period, from), text: format.level(first) }}
        steps={largestSteps(steps)}
        end={{ label: endText(format, period, to), text: format.level(last) }}
        format={format.levelChange}
        formatFull={format.levelChange}
      />
      <p className={classes.note}>
        Weights return to target every day. A token adds its weight times its return of each day, so
        one whose price fell may still have added points.{' '}
        {Math.abs(rest) >= 0.005 && `Not explained: ${format.levelChange(rest)}.`}
      </p>
    </div>
  );
}
