import { Group, Skeleton } from '@mantine/core';
import { memo } from 'react';
import type { DirectoryPeriod, DirectorySums } from '#contract/directory.ts';
import { pastNames, pastText } from '../../history/periodText.ts';
import { useFormat } from '../../preferences/format.ts';
import { Unknown } from '../../design/Unknown.tsx';
import { hiddenRatio } from '../../preferences/figures.ts';
import { usePrivacy } from '../../preferences/preferences.ts';
import { Change } from '../../portfolio/Change.tsx';
import { Strip, StripFigure } from '../../portfolio/Strip.tsx';
import { changeParts } from './directoryColumns.tsx';
import type { DirectoryAnswer } from './directoryQueries.ts';
import classes from './DirectoryStrip.module.css';

interface DirectoryStripProps {
  readonly answer: DirectoryAnswer;
  readonly period: DirectoryPeriod;
}

/** What the users shown are together; it says where they are not all. */
export const DirectoryStrip = memo(function DirectoryStrip(props: DirectoryStripProps) {
  const { answer, period } = props;
  const { sums, count, of } = answer;
  const format = useFormat();
  const isAll = count === of;
  const closed = sums.wallets - sums.openWallets;
  return (
    <Strip label={isAll ? 'All users' : 'Users shown'}>
      <StripFigure label={isAll ? 'Users' : 'Users shown'}>
        {format.number(count)}
        {!isAll && <small>of {format.number(of)}</small>}
      </StripFigure>
      <StripFigure label={isAll ? 'Wallets' : 'Their wallets'}>
        {format.number(sums.openWallets)}
        {closed > 0 && <small>open, {format.number(closed)} closed</small>}
      </StripFigure>
      <StripFigure
        label={isAll ? 'Total' : 'Their total'}
        unit={format.currency}
        title={format.total(sums.total)}
      >
        {format.totalShort(sums.known === 0 && count > 0 ? null : sums.total)}
        {sums.known < count && (
          <small>
            {format.number(sums.known)} of {format.number(count)} known
          </small>
        )}
      </StripFigure>
      <StripFigure
        label={isAll ? pastNames[period] : `Their ${pastText(period)}`}
        title={changeParts(format, sums) ?? format.change(sums.change)}
      >
        {sums.change === null ? (
          <Unknown why="Not known" />
        ) : (
          <>
            {sums.return !== null && <Change value={sums.return} />}
            {sums.return === null ? (
              format.changeShort(sums.change)
            ) : (
              <small>{format.changeShort(sums.change)}</small>
            )}
          </>
        )}
      </StripFigure>
      <StripFigure label={`Who moved, ${pastText(period)}`}>
        <Breadth sums={sums} />
      </StripFigure>
    </Strip>
  );
});

/** The strip before its figures. */
export function StripSkeleton({ period }: Pick<DirectoryStripProps, 'period'>) {
  return (
    <Strip label="All users, loading">
      {['Users', 'Wallets', 'Total', pastNames[period], `Who moved, ${pastText(period)}`].map(
        (label) => (
          <StripFigure key={label} label={label}>
            <Skeleton width={62} />
          </StripFigure>
        ),
      )}
    </Strip>
  );
}

const whyNoMovers = 'Who moved follows from returns, and none is known.';

function Breadth({ sums: { up, level, down, unknown } }: { readonly sums: DirectorySums }) {
  const format = useFormat();
  if (usePrivacy() === 'hidden') return hiddenRatio;
  if (up + level + down === 0) return <Unknown why={whyNoMovers} />;
  return (
    <Group component="span" gap="sm" wrap="nowrap" h="var(--lead-line)" fz="xs">
      <span className={classes.bar} aria-hidden>
        <i style={{ flexGrow: up, background: 'var(--gain)' }} />
        <i style={{ flexGrow: level, background: 'var(--line-3)' }} />
        <i style={{ flexGrow: down, background: 'var(--loss)' }} />
      </span>
      <Movers count={up} direction="up" />
      <span className={classes.level}>{format.number(level)} level</span>
      <Movers count={down} direction="down" />
      {unknown > 0 && (
        <span
          className={classes.level}
          title="They held nothing when the period began, or nothing since."
        >
          {format.number(unknown)} without value
        </span>
      )}
    </Group>
  );
}

/** How many went one way; nobody has no colour. */
function Movers({ count, direction }: { count: number; direction: 'up' | 'down' }) {
  const format = useFormat();
  const text = `${format.number(count)} ${direction}`;
  if (count === 0) return <span className={classes.level}>{text}</span>;
  return <Change value={count} direction={direction} format={() => text} />;
}
