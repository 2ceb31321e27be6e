import { useState } from 'react';
import { useCurrency } from '../shared/api/capabilities.ts';
import {
  formatPrice,
  formatShare,
  formatSignedPercent,
  formatSignedTotal,
  formatTotal,
  formatTotalShort,
} from '../shared/format/number.ts';
import { formatClock, formatDateTime, formatDayTime, formatZone } from '../shared/format/time.ts';
import classes from './Examples.module.css';

/** Figures and times as every page writes them now. */
export function Examples() {
  const currency = useCurrency();
  // The moment the page was opened: an example that ticks would distract.
  const [now] = useState(Date.now);
  const examples: readonly (readonly [what: string, written: string, unit?: string | null])[] = [
    ['Total', formatTotal(184_273_118.42), currency],
    ['Total, short', formatTotalShort(48_213_904_117.36), currency],
    ['Change in value', formatSignedTotal(-8_726_006.76), currency],
    ['Change', formatSignedPercent(-0.0452)],
    ['Share', formatShare(0.312)],
    ['Price', formatPrice(2514.7312), currency],
    ['Now', formatDateTime(now), formatZone(now)],
    ['The same in short', `${formatDayTime(now)} or ${formatClock(now)}`],
  ];
  return (
    <section className={classes.examples} aria-label="Examples">
      <h3>So it is written</h3>
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
