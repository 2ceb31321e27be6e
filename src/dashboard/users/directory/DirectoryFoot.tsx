import { IconCornerDownLeft } from '@tabler/icons-react';
import { formatCount } from '../../shared/format/number.ts';
import classes from './DirectoryFoot.module.css';

interface DirectoryFootProps {
  readonly visible: { readonly first: number; readonly last: number };
  readonly count: number;
}

/** Which rows are in sight, and the keys of the page. */
export function DirectoryFoot({ visible, count }: DirectoryFootProps) {
  return (
    <footer className={classes.foot}>
      <span>
        <b>
          {formatCount(visible.first + 1)}–{formatCount(visible.last + 1)}
        </b>{' '}
        of {formatCount(count)}
      </span>
      <span className={classes.grow} />
      <span className={classes.hint}>
        <kbd>J</kbd>
        <kbd>K</kbd> move
      </span>
      <span className={classes.hint}>
        <kbd>
          <IconCornerDownLeft size={12} stroke={1.75} aria-label="Enter" />
        </kbd>{' '}
        open
      </span>
      <span className={classes.hint}>
        <kbd>/</kbd> search
      </span>
      <span className={classes.hint}>
        <kbd>F</kbd> filter
      </span>
      <span className={classes.hint}>
        <kbd>S</kbd> sort
      </span>
      <span className={classes.hint}>
        <kbd>N</kbd> create
      </span>
    </footer>
  );
}
