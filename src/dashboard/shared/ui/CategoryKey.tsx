import { clsx } from 'clsx';
import { type Category, categoryColour } from '../categories.ts';
import classes from './CategoryKey.module.css';

interface CategoryKeyProps {
  readonly category: Category | undefined;
  /** `large` stands before a page's title. */
  readonly size?: 'small' | 'large';
}

/** The square that says which colour means what. */
export function CategoryKey({ category, size = 'small' }: CategoryKeyProps) {
  return (
    <i
      className={clsx(classes.key, classes[size])}
      style={{ background: categoryColour(category) }}
      aria-hidden
    />
  );
}
