import { useState } from 'react';
import type { Wallet } from '#contract/wallet.ts';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { useInSight } from '../design/WhenSeen.tsx';
import type { SeriesName } from '../portfolio/queryKeys.ts';
import classes from './QualityStrip.module.css';

const QualityStrip = lazyComponent(async () => (await import('./QualityStrip.tsx')).QualityStrip);

interface DataQualityProps {
  readonly series: SeriesName;
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
