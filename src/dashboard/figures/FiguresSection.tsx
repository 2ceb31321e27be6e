import { useState } from 'react';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { useInSight } from '../design/WhenSeen.tsx';
import type { FiguresSubject } from '../portfolio/figuresSubject.ts';
import classes from './FiguresSection.module.css';

const FiguresPanels = lazyComponent(
  async () => (await import('./FiguresPanels.tsx')).FiguresPanels,
);

/** The figures of a page, below the fold: code and data load when the reader gets there. */
export function FiguresSection({ subject }: { readonly subject: FiguresSubject }) {
  const { ref, isInSight } = useInSight();
  const [wasSeen, setSeen] = useState(false);
  if (isInSight && !wasSeen) setSeen(true);
  return (
    <div ref={ref} className={classes.section}>
      {wasSeen && <FiguresPanels subject={subject} />}
    </div>
  );
}
