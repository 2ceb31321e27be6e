import { Disclosure } from '../design/Disclosure.tsx';
import type { FiguresAnswer } from '#contract/figures.ts';
import { useFormat } from '../preferences/format.ts';
import classes from './FiguresFoot.module.css';
import { instantsText } from '../history/periodText.ts';
import { stretchText, observationsText } from './figuresText.ts';

/** Records behind the figures, and the stretches without a return. */
export function FiguresFoot({ figures }: { readonly figures: FiguresAnswer }) {
  const format = useFormat();
  const { from, to, excluded } = figures;
  return (
    <footer className={classes.foot}>
      <p>
        {observationsText(format, figures)}
        {from !== null && to !== null && `, ${instantsText(format, from, to)}`}. ± is one standard
        error, without a correction for autocorrelation. Gray: less than two standard errors from 0.
      </p>
      {excluded.length > 0 && (
        <Disclosure
          className={classes.excluded}
          summary={`${format.count(excluded.length, 'stretch').replace(/stretchs$/, 'stretches')} excluded`}
        >
          <ul>
            {excluded.map((one) => (
              <li key={one.from}>{stretchText(format, one)}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </footer>
  );
}
