import { CategoryKey } from '../../portfolio/CategoryKey.tsx';
import type { Thematics } from '../../portfolio/useThematics.ts';
import { useFormat } from '../../preferences/format.ts';
import classes from './directoryColumns.module.css';

const maxKeys = 8;

interface HeldThematicsProps {
  readonly ids: readonly string[];
  readonly thematics: Thematics;
}

export function HeldThematics({ ids, thematics: { nameOf, categories } }: HeldThematicsProps) {
  const format = useFormat();
  return (
    <span title={ids.map(nameOf).join(', ')} className={classes.held}>
      {ids.slice(0, maxKeys).map((id) => (
        <CategoryKey key={id} category={categories.get(id)} />
      ))}
      {format.number(ids.length)}
    </span>
  );
}
