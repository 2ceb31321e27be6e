import { clsx } from 'clsx';
import { type Category, categoryColour, categoryLetter } from './categories.ts';
import classes from './CategoryKey.module.css';

interface CategoryKeyProps {
  readonly category: Category | undefined;
  readonly size?: 'small' | 'large';
}

/** The letter distinguishes categories of the same color. */
export function CategoryKey({ category, size = 'small' }: CategoryKeyProps) {
  const letter = categoryLetter(category);
  return (
    <i
      className={clsx(classes.key, classes[size], letter !== '' && classes.letter)}
      style={{ background: categoryColour(category) }}
      aria-hidden
    >
      {letter}
    </i>
  );
}
