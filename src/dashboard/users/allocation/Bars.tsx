import { Link } from 'react-router-dom';
import { categoryColour } from '../../portfolio/categories.ts';
import { useFormat } from '../../preferences/format.ts';
import { CategoryKey } from '../../portfolio/CategoryKey.tsx';
import {
  type AllocationPage,
  categoryOf,
  type Slice,
  sliceWords,
  withOthers,
} from './allocation.ts';
import classes from './allocation.module.css';

interface BarsProps extends AllocationPage {
  readonly slices: readonly Slice[];
  readonly onRead: (slice: Slice | null) => void;
}

/** As many as stand in the height of the treemap. */
const most = 12;

/** What a user is made of, as bars from zero, the largest first. */
export function Bars({ slices, onRead, ...page }: BarsProps) {
  const format = useFormat();
  const rows = withOthers(slices, most);
  const longest = rows.reduce((length, { share }) => Math.max(length, share), 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the pointer leaves the links in it
    <ul
      className={classes.bars}
      aria-label="Allocation as bars, largest first"
      onPointerLeave={() => onRead(null)}
      onBlur={() => onRead(null)}
    >
      {rows.map((slice) => (
        <li key={slice.id}>
          <Link
            to={page.linkTo(slice)}
            className={classes.row}
            aria-label={sliceWords(format, slice, page)}
            onFocus={() => onRead(slice)}
            onPointerEnter={() => onRead(slice)}
          >
            <span className={classes.name}>
              <CategoryKey category={categoryOf(slice, page)} />
              <bdi>{slice.name}</bdi>
            </span>
            <i className={classes.bar}>
              <i
                style={{
                  width: `${(slice.share / longest) * 100}%`,
                  background: categoryColour(categoryOf(slice, page)),
                }}
              />
            </i>
            <em>{format.share(slice.share)}</em>
          </Link>
        </li>
      ))}
    </ul>
  );
}
