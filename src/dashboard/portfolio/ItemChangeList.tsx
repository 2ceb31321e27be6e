import type { ItemChange } from '#contract/itemChange.ts';
import { useFormat } from '../preferences/format.ts';
import classes from './ItemChanges.module.css';
import { operationLabel } from './operationLabels.ts';

/** Changes, the newest first: when, what, and by whom; where there is no key nobody signs in. */
export function ItemChangeList({ changes }: { readonly changes: readonly ItemChange[] }) {
  const format = useFormat();
  return (
    <ol className={classes.list} aria-label="Changes">
      {changes.map(({ at, by, operation }, index) => (
        <li key={index}>
          <time dateTime={at}>{format.dateTime(at)}</time>
          <span>
            {operationLabel(operation)}
            {by !== null && (
              <>
                , by <bdi>{by}</bdi>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
