import { useState } from 'react';
import type { Wallet } from '#contract/wallet.ts';
import { useInSight } from '../design/WhenSeen.tsx';
import type { SeriesSubject } from '../portfolio/queryKeys.ts';
import { QualityStrip } from './QualityStrip.tsx';
import classes from './QualityStrip.module.css';

interface DataQualityProps {
  readonly series: SeriesSubject;
  /** Wallets whose totals are compared with the sums of their positions. */
  readonly wallets?: readonly Wallet[] | undefined;
}

/** The flaws of the data behind a chart. They are requested once the line is in sight. */
export function DataQuality(props: DataQualityProps) {
  const { ref, isInSight } = useInSight();
  // An opened list stays open while it is scrolled away.
  const [wasSeen, setSeen] = useState(false);
  if (isInSight && !wasSeen) setSeen(true);
  return (
    <div ref={ref} className={classes.place}>
      {wasSeen && <QualityStrip {...props} />}
    </div>
  );
}
