import { Kbd } from '@mantine/core';
import { IconCornerDownLeft } from '@tabler/icons-react';
import { useFormat } from '../../preferences/format.ts';
import classes from './DirectoryFoot.module.css';

interface DirectoryFootProps {
  readonly visible: { readonly first: number; readonly last: number };
  readonly count: number;
}

/** Which rows are in sight, and the keys of the page. */
export function DirectoryFoot({ visible, count }: DirectoryFootProps) {
  const format = useFormat();
  return (
    <footer className={classes.foot}>
      <span>
        <b>
          {format.number(visible.first + 1)}–{format.number(visible.last + 1)}
        </b>{' '}
        of {format.number(count)}
      </span>
      <span className={classes.grow} />
      <span className={classes.hint}>
        <Kbd>J</Kbd>
        <Kbd>K</Kbd> move
      </span>
      <span className={classes.hint}>
        <Kbd>
          <IconCornerDownLeft size={12} stroke={1.75} aria-label="Enter" />
        </Kbd>{' '}
        open
      </span>
      <span className={classes.hint}>
        <Kbd>/</Kbd> search
      </span>
      <span className={classes.hint}>
        <Kbd>F</Kbd> filter
      </span>
      <span className={classes.hint}>
        <Kbd>S</Kbd> sort
      </span>
      <span className={classes.hint}>
        <Kbd>N</Kbd> create
      </span>
    </footer>
  );
}
