import { Unknown } from '../../design/Unknown.tsx';
import { useFormat } from '../../preferences/format.ts';
import { usePrivacy } from '../../preferences/preferences.ts';
import classes from './holdings.module.css';

interface ShareCellProps {
  readonly share: number | null;
  /** Why there is none. */
  readonly why?: string | undefined;
  /** Of the longest bar, 0..1; without one, as in a sum, its room stays empty. */
  readonly part?: number;
  readonly colour?: string;
}

/** A share and a bar of 4 px on a track; where the figure is hidden, so is the bar. */
export function ShareCell({ share, why, part, colour }: ShareCellProps) {
  const format = useFormat();
  const isShown = usePrivacy() !== 'hidden' && part !== undefined && Number.isFinite(part);
  const filled = isShown ? Math.max(0, Math.min(1, part)) : 0;
  return (
    <span className={classes.shareCell}>
      {share === null && why !== undefined ? <Unknown why={why} /> : format.share(share)}
      <i
        className={classes.bar}
        style={part === undefined || share === null ? {} : barStyle(filled, colour)}
        aria-hidden
      />
    </span>
  );
}

/** A bar on its track, filled to a part of it, 0..1. */
export function barStyle(part: number, colour = 'transparent') {
  const width = `max(${Math.sign(part)}px, ${part * 100}%)`;
  return {
    background: `linear-gradient(${colour} 0 0) no-repeat 0 / ${width} 100% var(--surface-2)`,
  };
}

/** The name of the column, above its figures and not above its bars. */
export const shareHead = <span className={classes.shareHead}>Share</span>;
