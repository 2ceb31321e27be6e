import {
  formatCount,
  formatSignedPercent,
  formatSignedTotal,
  formatSignedTotalShort,
  formatTotal,
  formatTotalShort,
  unknownFigure,
} from '../../shared/format/number.ts';
import { Change } from '../../shared/ui/Change.tsx';
import { Strip, StripFigure } from '../../shared/ui/Strip.tsx';
import classes from './DirectoryStrip.module.css';
import type { DirectorySums } from './index/sums.ts';

interface DirectoryStripProps {
  readonly sums: DirectorySums;
  /** How many users there are, shown or not. */
  readonly of: number;
  readonly currency: string | null;
  readonly tellsDay: boolean;
}

/** What the users shown are together; it says where they are not all. */
export function DirectoryStrip({ sums, of, currency, tellsDay }: DirectoryStripProps) {
  const isAll = sums.users === of;
  return (
    <Strip label={isAll ? 'All users' : 'Users shown'}>
      <StripFigure label={isAll ? 'Users' : 'Users shown'}>
        {formatCount(sums.users)}
        {!isAll && <small>of {formatCount(of)}</small>}
      </StripFigure>
      <StripFigure label={isAll ? 'Wallets' : 'Their wallets'}>
        {formatCount(sums.wallets)}
      </StripFigure>
      <StripFigure
        label={isAll ? 'Total' : 'Their total'}
        unit={currency}
        title={formatTotal(sums.total)}
      >
        {formatTotalShort(sums.total)}
      </StripFigure>
      {tellsDay && (
        <StripFigure
          label={isAll ? 'Past day' : 'Their past day'}
          title={formatSignedTotal(sums.dayChange)}
        >
          {sums.dayChange === null ? (
            unknownFigure
          ) : (
            <>
              <Change value={sums.dayChange} format={formatSignedTotalShort} />
              <small>{formatSignedPercent(sums.dayChangeRatio)}</small>
            </>
          )}
        </StripFigure>
      )}
      {tellsDay && (
        <StripFigure label="Who moved, past day">
          <Breadth sums={sums} />
        </StripFigure>
      )}
    </Strip>
  );
}

function Breadth({ sums: { up, level, down } }: { readonly sums: DirectorySums }) {
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
