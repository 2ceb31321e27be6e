import { useMemo, useRef, useState } from 'react';
import { PageLink } from '../../design/PageLink.tsx';
import { categoryTint } from '../../portfolio/categories.ts';
import { useFormat } from '../../preferences/format.ts';
import { useSize } from '../../design/size.ts';
import {
  type AllocationPage,
  categoryOf,
  type Slice,
  type SliceGroup,
  sliceLabel,
} from '../../portfolio/allocation.ts';
import { type PlacedSlice, tilesOf } from './tiles.ts';
import classes from './allocation.module.css';

interface TreemapProps extends AllocationPage {
  readonly groups: readonly SliceGroup[];
  readonly onHover: (slice: Slice | null) => void;
}

/** One Tab stop: arrow keys move between tiles, and Enter opens the wallet. */
export function Treemap({ groups, onHover, ...page }: TreemapProps) {
  const format = useFormat();
  const frame = useRef<HTMLUListElement>(null);
  const size = useSize(frame);
  const tiles = useMemo(() => (size === null ? [] : tilesOf(groups, size)), [groups, size]);
  const [stop, setStop] = useState(0);
  const last = tiles.length - 1;
  const onKeyDown = (event: React.KeyboardEvent) => {
    const next = {
      ArrowRight: stop + 1,
      ArrowDown: stop + 1,
      ArrowLeft: stop - 1,
      ArrowUp: stop - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const tile = Math.min(last, Math.max(0, next));
    setStop(tile);
    frame.current?.querySelectorAll('a')[tile]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between the links inside
    <ul
      ref={frame}
      className={classes.tree}
      aria-label="Allocation as areas, largest first"
      onKeyDown={onKeyDown}
      onPointerLeave={() => onHover(null)}
      onBlur={() => onHover(null)}
    >
      {tiles.map((placed, index) => (
        <li key={placed.id}>
          <PageLink
            to={page.linkTo(placed.slice)}
            className={classes.tile}
            style={styleOf(placed, page)}
            aria-label={sliceLabel(format, placed.slice, page)}
            tabIndex={index === Math.min(stop, last) ? 0 : -1}
            onFocus={() => {
              setStop(index);
              onHover(placed.slice);
            }}
            onPointerEnter={() => onHover(placed.slice)}
          >
            <Label {...placed} />
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

function Label({ slice, width, height }: PlacedSlice) {
  const format = useFormat();
  return (
    <>
      {width >= slice.name.length * 7 + 16 && height >= 22 && (
        <b>
          <bdi>{slice.name}</bdi>
        </b>
      )}
      {/* Voice control needs the space between name and share. */ ' '}
      {width >= 54 && height >= 40 && <span>{format.share(slice.share)}</span>}
    </>
  );
}

function styleOf({ slice, x: left, y: top, width, height }: PlacedSlice, page: AllocationPage) {
  return { left, top, width, height, background: categoryTint(categoryOf(slice, page)) };
}
