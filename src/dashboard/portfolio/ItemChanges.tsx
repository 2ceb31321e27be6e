import { useState } from 'react';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { useInSight } from '../design/WhenSeen.tsx';
import { useFormat } from '../preferences/format.ts';
import classes from './ItemChanges.module.css';

const ItemChangeLine = lazyComponent(
  async () => (await import('./ItemChangeLine.tsx')).ItemChangeLine,
);

interface ItemChangesProps {
  readonly kind: 'user' | 'thematic' | 'endpoint';
  readonly id: string;
  readonly changedAt?: string | null;
}

export function ItemChanges({ changedAt, kind, id }: ItemChangesProps) {
  const format = useFormat();
  const { ref, isInSight } = useInSight();
  const [wasSeen, setWasSeen] = useState(false);
  if (isInSight && !wasSeen) setWasSeen(true);
  const otherwise = changedAt == null ? '' : `Last changed ${format.dateTime(changedAt)}`;
  return (
    <div ref={ref} className={classes.changes}>
      {wasSeen ? <ItemChangeLine {...{ kind, id, otherwise }} /> : otherwise}
    </div>
  );
}
