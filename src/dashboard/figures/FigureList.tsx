import type { ReactNode } from 'react';
import type { FigureName, FiguresAnswer } from '#contract/figures.ts';
import type { PageFiguresRequest } from '../portfolio/figuresQueries.ts';
import { figureTraits } from './figureTraits.ts';
import { FigureDisplay } from './FigureDisplay.tsx';
import classes from './FigureList.module.css';

interface FigureListProps {
  readonly label: string;
  readonly names: readonly FigureName[];
  /** null while they load. */
  readonly figures: FiguresAnswer['figures'] | null;
  readonly request: PageFiguresRequest;
  /** A line below a figure. */
  readonly noteOf?: (name: FigureName) => ReactNode;
}

export function FigureList({ label, names, figures, request, noteOf }: FigureListProps) {
  return (
    <dl className={classes.list} aria-label={label}>
      {names.map((name) => {
        const { label: text, convention } = figureTraits[name];
        const note = noteOf?.(name);
        return (
          <div key={name}>
            <dt>
              {text}
              {convention !== undefined && <small>{convention}</small>}
            </dt>
            <dd>
              <FigureDisplay {...{ name, figures, request }} />
            </dd>
            {note != null && <dd className={classes.note}>{note}</dd>}
          </div>
        );
      })}
    </dl>
  );
}
