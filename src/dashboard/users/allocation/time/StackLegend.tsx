import { formatShare, formatTotal, formatTotalShort } from '../../../shared/format/number.ts';
import { formatDateTime } from '../../../shared/format/time.ts';
import { CategoryKey } from '../../../shared/ui/CategoryKey.tsx';
import type { StackForm } from '../params.ts';
import legend from '../SliceLegend.module.css';
import { shareAt, type Stack } from './stack.ts';
import classes from './StackLegend.module.css';

interface StackLegendProps {
  readonly stack: Stack;
  readonly form: StackForm;
  /** The record that is read; null: the last one. */
  readonly point: number | null;
}

/** What each colour is, and what it was at the record that is read. */
export function StackLegend({ stack, form, point }: StackLegendProps) {
  const index = point ?? stack.times.length - 1;
  return (
    <>
      <p className={classes.when} aria-hidden>
        {formatDateTime(stack.times[index])}
        <b title={formatTotal(stack.whole[index])}>{formatTotalShort(stack.whole[index])}</b>
      </p>
      <ul className={legend.legend} aria-label="Parts, at the time that is read">
        {stack.layers.map((layer) => (
          <li key={layer.id} className={classes.part}>
            <CategoryKey category={layer.category} />
            <bdi className={legend.name} title={layer.name}>
              {layer.name}
            </bdi>
            <em>
              {form === 'amount'
                ? formatTotalShort(layer.totals[index])
                : formatShare(shareAt(stack, layer, index))}
            </em>
          </li>
        ))}
      </ul>
    </>
  );
}
