import { useEffect, useRef } from 'react';
import { formatCount } from '../../shared/format/number.ts';
import { type Counts, rowsOf } from './counts.ts';
import classes from './ImportSummary.module.css';

interface ImportSummaryProps {
  readonly counts: Counts;
  readonly rows: number;
  readonly name: string;
}

/** The dry run in figures. It takes the focus when it is there, so that it is read out. */
export function ImportSummary({ counts, rows, name }: ImportSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  const figures = [
    ['new', counts.create],
    ['exist and differ', counts.update],
    ['exist, the same', counts.same],
    ['cannot be imported', counts.invalid],
  ] as const;
  return (
    <div ref={summary} className={classes.summary} tabIndex={-1} role="group" aria-label="Dry run">
      <p>
        {rowsOf(rows)} in {name}
      </p>
      <dl>
        {figures.map(([words, count]) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
