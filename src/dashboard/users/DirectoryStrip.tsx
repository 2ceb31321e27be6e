import {
  formatCount,
  formatSignedPercent,
  formatSignedTotal,
  formatSignedTotalShort,
  formatTotal,
  formatTotalShort,
} from '../shared/format/number.ts';
import { Change } from '../shared/ui/Change.tsx';
import { Strip, StripFigure } from '../shared/ui/Strip.tsx';
import classes from './DirectoryStrip.module.css';
import type { DirectorySums } from './directorySums.ts';

interface DirectoryStripProps {
  readonly sums: DirectorySums;
  readonly currency: string | null;
  readonly tellsDayChange: boolean;
}

/** What all users are together, whatever is searched. */
export function DirectoryStrip({ sums, currency, tellsDayChange }: DirectoryStripProps) {
  return (
    <Strip label="All users">
      <StripFigure label="Users">{formatCount(sums.users)}</StripFigure>
      <StripFigure label="Wallets">{formatCount(sums.wallets)}</StripFigure>
      <StripFigure label="Total" unit={currency} title={formatTotal(sums.total)}>
        {formatTotalShort(sums.total)}
      </StripFigure>
      {tellsDayChange && (
        <StripFigure label="Past day" title={formatSignedTotal(sums.dayChange)}>
          <Change value={sums.dayChange} format={formatSignedTotalShort} />
          <small>{formatSignedPercent(sums.dayChangeRatio)}</small>
        </StripFigure>
      )}
      {tellsDayChange && (
        <StripFigure label="Who moved, past day">
          <Breadth sums={sums} />
        </StripFigure>
      )}
    </Strip>
  );
}

function Breadth({ sums: { up, level, down } }: { readonly sums: DirectorySums }) {
  const known = up + level + down;
  return (
    <span className={classes.breadth}>
      {known > 0 && (
        <span className={classes.bar} aria-hidden>
          <i style={{ flexGrow: up }} />
          <i style={{ flexGrow: level }} />
          <i style={{ flexGrow: down }} />
        </span>
      )}
      <Change value={up} direction="up" format={() => `${formatCount(up)} up`} />
      <span className={classes.level}>{formatCount(level)} level</span>
      <Change value={down} direction="down" format={() => `${formatCount(down)} down`} />
    </span>
  );
}
