import hidden from './Hidden.module.css';
import classes from './Skeleton.module.css';

interface SkeletonProps {
  /** Width of what comes, in px or any CSS length. */
  readonly width: number | string;
  readonly height?: number;
}

/** A bar where text will stand; it has the size of what comes and shows after 150 ms. */
export function Skeleton({ width, height = 10 }: SkeletonProps) {
  return <span className={classes.bar} style={{ width, height }} aria-hidden />;
}

/** What a screen reader hears while skeletons stand. */
export function Loading({ what }: { readonly what: string }) {
  return <output className={hidden.hidden}>Loading {what}</output>;
}
