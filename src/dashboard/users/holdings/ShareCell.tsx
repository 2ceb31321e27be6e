import { Unknown } from '../../design/Unknown.tsx';
import { useFormat } from '../../preferences/format.ts';
import { usePrivacy } from '../../preferences/preferences.ts';
import classes from './holdings.module.css';

interface ShareCellProps {
  readonly share: number | null;
  readonly why?: string | undefined;
  /** Part of the longest bar, 0..1. Absent in a sum: its space stays empty. */
  readonly part?: number;
  readonly colour?: string;
}

/** A hidden figure hides its bar too. */
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

export function barStyle(part: number, colour = 'transparent') {
  const width = `max(${Math.sign(part)}px, ${part * 100}%)`;
  return {
    background: `linear-gradient(${colour} 0 0) no-repeat 0 / ${width} 100% var(--surface-2)`,
  };
}

/** Aligned with the figures, not the bars. */
export const shareHead = <span className={classes.shareHead}>Share</span>;
