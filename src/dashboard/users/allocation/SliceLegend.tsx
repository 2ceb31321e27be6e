import { Link } from 'react-router-dom';
import { useFormat } from '../../preferences/format.ts';
import { CategoryKey } from '../../portfolio/CategoryKey.tsx';
import { type SliceGroup, withOthers } from './allocation.ts';
import { type AllocationPage, categoryOf } from './sliceWords.ts';
import classes from './SliceLegend.module.css';

interface SliceLegendProps extends AllocationPage {
  readonly groups: readonly SliceGroup[];
}

/** Beyond this the legend says how many there are more, and their share together. */
const most = 8;

/** The shares under the areas, each with its colour. */
export function SliceLegend({ groups, ...page }: SliceLegendProps) {
  const format = useFormat();
  return (
    <ul className={classes.legend} aria-label="Shares">
      {withOthers(groups, most).map((group) => (
        <li key={group.id}>
          <Link to={page.linkTo(group)} title={group.name}>
            <CategoryKey category={categoryOf(group, page)} />
            <bdi className={classes.name}>{group.name}</bdi>
            <em>{format.share(group.share)}</em>
          </Link>
        </li>
      ))}
    </ul>
  );
}
