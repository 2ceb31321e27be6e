import { Group, Skeleton } from '@mantine/core';
import { memo } from 'react';
import type { DirectoryPeriod, DirectorySums } from '#contract/directory.ts';
import { useWhyUnknown } from '../../api/service.ts';
import { overPast, pastText } from '../../history/periodText.ts';
import { useFormat } from '../../preferences/format.ts';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { Unknown } from '../../design/Unknown.tsx';
import { Explain } from '../../portfolio/explain/Explain.tsx';
import { type Direction, hiddenRatio } from '../../preferences/figures.ts';
import { usePrivacy } from '../../preferences/preferences.ts';
import { Change } from '../../portfolio/Change.tsx';
import { ofUsers } from '../../portfolio/usersRead.ts';
import { Strip, StripFigure } from '../../portfolio/Strip.tsx';
import { changeParts } from './directoryColumns.tsx';
import type { DirectoryAnswer } from './directoryQueries.ts';
import classes from './DirectoryStrip.module.css';

const StripExplanation = lazyComponent(
  async () => (await import('./StripExplanation.tsx')).StripExplanation,
);

interface DirectoryStripProps {
  readonly answer: DirectoryAnswer;
  readonly period: DirectoryPeriod;
}

export const DirectoryStrip = memo(function DirectoryStrip(props: DirectoryStripProps) {
  const { answer, period } = props;
  const { sums, count, of, incomplete } = answer;
  const format = useFormat();
  const whyNoFlow = useWhyUnknown('amounts');
  const isAll = count === of && incomplete === undefined;
  const users = count === of ? 'Users read' : 'Users shown';
  const closed = sums.wallets - sums.openWallets;
  return (
    <Strip label={isAll ? 'All users' : users}>
      <StripFigure label={isAll ? 'Users' : users}>
        {format.number(count)}
        {!isAll && <small>{ofUsers(format, answer)}</small>}
      </StripFigure>
      <StripFigure label="Wallets">
        {format.number(sums.openWallets)}
        {closed > 0 && <small>open, {format.number(closed)} closed</small>}
      </StripFigure>
      <StripFigure label="Total" unit={format.currency}>
        <Explain
          label="Total"
          title={format.total(sums.total)}
          explanation={<StripExplanation name="total" {...props} />}
        >
          {format.totalShort(sums.known === 0 && count > 0 ? null : sums.total)}
        </Explain>
        {sums.known < count && (
          <small>
            {format.number(sums.known)} of {format.number(count)} known
          </small>
        )}
      </StripFigure>
      <StripFigure label={overPast(sums.return === null ? 'Value' : 'Return', period)}>
        {sums.change === null ? (
          <Unknown why="Not known" />
        ) : (
          <>
            <Explain
              label={sums.return === null ? 'Change in value' : 'Return'}
              title={changeParts(format, sums) ?? format.change(sums.change)}
              explanation={<StripExplanation name="change" {...props} />}
            >
              {sums.return === null ? (
                format.changeShort(sums.change)
              ) : (
                <Change value={sums.return} />
              )}
            </Explain>
            {sums.return !== null && <small>value {format.changeShort(sums.change)}</small>}
          </>
        )}
      </StripFigure>
      <StripFigure
        label={`Movers, ${pastText(period)}`}
        title={whyNoFlow === null ? 'Based on returns.' : `Based on change in value. ${whyNoFlow}`}
      >
        <Breadth sums={sums} isFlowKnown={whyNoFlow === null} />
      </StripFigure>
    </Strip>
  );
});

export function StripSkeleton({ period }: Pick<DirectoryStripProps, 'period'>) {
  return (
    <Strip label="All users, loading">
      {['Users', 'Wallets', 'Total', overPast('Return', period), `Movers, ${pastText(period)}`].map(
        (label) => (
          <StripFigure key={label} label={label}>
            <Skeleton width={62} />
          </StripFigure>
        ),
      )}
    </Strip>
  );
}

interface BreadthProps {
  readonly sums: DirectorySums;
  readonly isFlowKnown: boolean;
}

function Breadth({ sums: { up, level, down, unknown }, isFlowKnown }: BreadthProps) {
  const format = useFormat();
  if (usePrivacy() === 'hidden') return hiddenRatio;
  if (up + level + down === 0) return <Unknown why="No user’s change is known" />;
  // A change that may be a deposit is no gain.
  const [rose, fell] = isFlowKnown ? (['up', 'down'] as const) : (['unknown', 'unknown'] as const);
  return (
    <Group component="span" gap="sm" wrap="nowrap" h="var(--lead-line)" fz="xs">
      <span className={classes.bar} aria-hidden>
        <i style={{ flexGrow: up, background: isFlowKnown ? 'var(--gain)' : 'var(--ink-2)' }} />
        <i style={{ flexGrow: level, background: 'var(--line-3)' }} />
        <i style={{ flexGrow: down, background: isFlowKnown ? 'var(--loss)' : 'var(--ink-3)' }} />
      </span>
      <Movers text={`${format.number(up)} up`} count={up} direction={rose} />
      <span className={classes.level}>{format.number(level)} unchanged</span>
      <Movers text={`${format.number(down)} down`} count={down} direction={fell} />
      {unknown > 0 && (
        <span className={classes.level} title={isFlowKnown ? whyWithout : undefined}>
          {format.number(unknown)} {isFlowKnown ? 'with no value' : 'not known'}
        </span>
      )}
    </Group>
  );
}

const whyWithout = 'No holdings at the start of the period, or none since.';

interface MoversProps {
  readonly text: string;
  readonly count: number;
  readonly direction: Direction;
}

function Movers({ text, count, direction }: MoversProps) {
  if (count === 0) return <span className={classes.level}>{text}</span>;
  return <Change value={count} direction={direction} format={() => text} />;
}
