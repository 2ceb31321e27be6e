import { useFormat } from '../../../preferences/format.ts';
import { CategoryKey } from '../../../portfolio/CategoryKey.tsx';
import type { StackForm } from '../../../url/params.ts';
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
  const format = useFormat();
  const index = point ?? stack.times.length - 1;
  return (
    <>
      <p className={classes.when} aria-hidden>
        {format.dateTime(stack.times[index])}
        <b title={format.total(stack.whole[index])}>{format.totalShort(stack.whole[index])}</b>
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
                ? format.totalShort(layer.totals[index])
                : format.share(shareAt(stack, layer, index))}
            </em>
          </li>
        ))}
      </ul>
    </>
  );
}
