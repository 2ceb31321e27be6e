import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ItemChange } from '#contract/itemChange.ts';
import { getChanges } from '#contract/operations/changes.ts';
import { call } from '../api/client.ts';
import { Disclosure } from '../design/Disclosure.tsx';
import { useFormat } from '../preferences/format.ts';
import classes from './ItemChanges.module.css';
import { operationLabel } from './operationLabels.ts';
import { keys } from './queryKeys.ts';

interface Item {
  readonly kind: keyof typeof keys.changes;
  readonly id: string;
}

const changesQuery = ({ kind, id }: Item) =>
  queryOptions({
    queryKey: keys.changes[kind](id),
    queryFn: ({ signal }) => call(getChanges, { query: { kind, id } }, signal),
  });

interface ItemChangeLineProps extends Item {
  /** What is said where no change is recorded. */
  readonly otherwise: string;
}

/** The last change, which opens to all that are recorded. */
export function ItemChangeLine({ kind, id, otherwise }: ItemChangeLineProps) {
  const format = useFormat();
  const { data = [] } = useQuery(changesQuery({ kind, id }));
  const [last] = data;
  if (last === undefined) return otherwise;
  return (
    <Disclosure
      summary={
        <span>
          Changed <Actor by={last.by} /> on{' '}
          <time dateTime={last.at}>{format.dateTime(last.at)}</time>
        </span>
      }
    >
      <ol className={classes.list} aria-label="Changes">
        {data.map(({ at, by, operation }, index) => (
          <li key={index}>
            <time dateTime={at}>{format.dateTime(at)}</time>
            <span>
              {operationLabel(operation)}, <Actor by={by} />
            </span>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

/** By whom; where there is no key nobody signs in. */
function Actor({ by }: Pick<ItemChange, 'by'>) {
  if (by === null) return 'without sign-in';
  return (
    <>
      by <bdi>{by}</bdi>
    </>
  );
}
