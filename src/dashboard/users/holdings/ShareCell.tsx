import { clsx } from 'clsx';
import { useFormat } from '../../preferences/format.ts';
import { usePrivacy } from '../../preferences/preferences.ts';
import classes from './holdings.module.css';

interface ShareCellProps {
  readonly share: number | null;
  /** Of the longest bar, 0..1; without one, as in a sum, its room stays empty. */
  readonly part?: number;
  readonly colour?: string;
}

/** A share and a bar of 4 px on a track; where the figure is hidden, so is the bar. */
export function ShareCell({ share, part, colour }: ShareCellProps) {
  const format = useFormat();
  const isShown = usePrivacy() !== 'hidden' && part !== undefined && Number.isFinite(part);
  const width = `${isShown ? Math.max(0, Math.min(1, part)) * 100 : 0}%`;
  return (
    <span className={classes.shareCell}>
      {format.share(share)}
      <i className={clsx(classes.bar, part !== undefined && classes.track)} aria-hidden>
        <i style={{ width, background: colour }} />
      </i>
    </span>
  );
}

/** The name of the column, above its figures and not above its bars. */
export const shareHead = <span className={classes.shareHead}>Share</span>;
