import type { DirectoryPeriod, DirectorySums } from '#contract/directory.ts';
import {
  formatCount,
  formatSignedTotal,
  formatSignedTotalShort,
  formatTotal,
  formatTotalShort,
  unknownFigure,
} from '../../shared/format/number.ts';
import { Change } from '../../shared/ui/Change.tsx';
import { Strip, StripFigure } from '../../shared/ui/Strip.tsx';
import { changeParts } from './changeParts.ts';
import classes from './DirectoryStrip.module.css';

interface DirectoryStripProps {
  readonly sums: DirectorySums;
  readonly count: number;
  /** How many users there are, shown or not. */
  readonly of: number;
  readonly currency: string | null;
  readonly period: DirectoryPeriod;
}

/** What the users shown are together; it says where they are not all. */
export function DirectoryStrip({ sums, count, of, currency, period }: DirectoryStripProps) {
  const isAll = count === of;
  const closed = sums.wallets - sums.openWallets;
  return (
    <Strip label={isAll ? 'All users' : 'Users shown'}>
      <StripFigure label={isAll ? 'Users' : 'Users shown'}>
        {formatCount(count)}
        {!isAll && <small>of {formatCount(of)}</small>}
      </StripFigure>
      <StripFigure label={isAll ? 'Wallets' : 'Their wallets'}>
        {formatCount(sums.wallets)}
        {closed > 0 && <small>{formatCount(closed)} closed</small>}
      </StripFigure>
      <StripFigure
        label={isAll ? 'Total' : 'Their total'}
        unit={currency}
        title={formatTotal(sums.total)}
      >
        {formatTotalShort(sums.total)}
      </StripFigure>
      <StripFigure
        label={isAll ? `Past ${period}` : `Their past ${period}`}
        title={changeParts(sums) ?? formatSignedTotal(sums.change)}
      >
        {sums.change === null ? (
          unknownFigure
        ) : (
          <>
            <Change value={sums.return} />
            <small>{formatSignedTotalShort(sums.change)}</small>
          </>
        )}
      </StripFigure>
      <StripFigure label={`Who moved, past ${period}`}>
        <Breadth sums={sums} />
      </StripFigure>
    </Strip>
  );
}

function Breadth({ sums: { up, level, down, unknown } }: { readonly sums: DirectorySums }) {
  if (up + level + down === 0) return unknownFigure;
  return (
    <span className={classes.breadth}>
      <span className={classes.bar} aria-hidden>
        <i style={{ flexGrow: up }} />
        <i style={{ flexGrow: level }} />
        <i style={{ flexGrow: down }} />
      </span>
      <Movers count={up} direction="up" />
      <span className={classes.level}>{formatCount(level)} level</span>
      <Movers count={down} direction="down" />
      {unknown > 0 && (
        <span className={classes.level} title="They held nothing when the period began.">
          {formatCount(unknown)} without
        </span>
      )}
    </span>
  );
}

/** How many went one way; nobody has no colour. */
function Movers({
  count,
  direction,
}: {
  readonly count: number;
  readonly direction: 'up' | 'down';
}) {
  const words = `${formatCount(count)} ${direction}`;
  if (count === 0) return <span className={classes.level}>{words}</span>;
  return <Change value={count} direction={direction} format={() => words} />;
}
