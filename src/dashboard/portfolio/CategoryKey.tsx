import { clsx } from 'clsx';
import { type Category, categoryColour, categoryLetter } from './categories.ts';
import classes from './CategoryKey.module.css';

interface CategoryKeyProps {
  readonly category: Category | undefined;
  /** `large` stands before a page's title. */
  readonly size?: 'small' | 'large';
}

/** The square that says which colour means what, with a letter where colours repeat. */
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
