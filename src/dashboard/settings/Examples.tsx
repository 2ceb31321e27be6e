import { useState } from 'react';
import { useFormat } from '../preferences/format.ts';
import classes from './PreferencesPage.module.css';

/** Figures and times as every page writes them now. */
export function Examples() {
  const format = useFormat();
  const { currency } = format;
  // The moment the page was opened: an example that ticks would distract.
  const [now] = useState(Date.now);
  const examples: readonly (readonly [what: string, written: string, unit?: string | null])[] = [
    ['Total', format.total(184_273_118.42), currency],
    ['Total, short', format.totalShort(48_213_904_117.36), currency],
    ['Change in value', format.change(-8_726_006.76), currency],
    ['Change', format.percentChange(-0.0452)],
    ['Share', format.share(0.312)],
    ['Price', format.price(2514.7312), currency],
    ['Now', format.dateTime(now), format.zone(now)],
    ['Short date', `${format.dayTime(now)} or ${format.clock(now)}`],
  ];
  return (
    <section className={classes.examples} aria-label="Examples">
      <h3>Preview</h3>
      <dl>
        {examples.map(([what, written, unit]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {written}
              {unit !== null && unit !== undefined && <small> {unit}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
