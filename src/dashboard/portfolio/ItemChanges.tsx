import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ItemChange } from '#contract/audit.ts';
import { getChanges } from '#contract/operations/audit.ts';
import { call } from '../api/client.ts';
import { Disclosure } from '../design/Disclosure.tsx';
import { useInSight } from '../design/WhenSeen.tsx';
import { useFormat } from '../preferences/format.ts';
import classes from './ItemChanges.module.css';
import { operationLabel } from './operationLabels.ts';
import { keys } from './queryKeys.ts';

interface Item {
  readonly kind: keyof typeof keys.changes;
  readonly id: string;
}

interface ItemChangesProps extends Item {
  /** When it was changed, which is said where no change is recorded. */
  readonly changedAt?: string;
}

const changesQuery = ({ kind, id }: Item) =>
  queryOptions({
    queryKey: keys.changes[kind](id),
    queryFn: ({ signal }) => call(getChanges, { query: { kind, id } }, signal),
  });

/** Who changed a user, a thematic or an endpoint last, and behind it the changes before. */
export function ItemChanges({ changedAt, ...item }: ItemChangesProps) {
  const format = useFormat();
  const { ref, isInSight } = useInSight();
  const { data = [] } = useQuery({ ...changesQuery(item), enabled: isInSight });
  const [last] = data;
  return (
    <div ref={ref} className={classes.changes}>
      {last === undefined ? (
        changedAt !== undefined && <span>Changed {format.dateTime(changedAt)}</span>
      ) : (
        <Disclosure summary={<ChangeLine change={last} />}>
          <ol className={classes.list} aria-label="Changes">
            {data.map((change, at) => (
              <Change key={at} change={change} />
            ))}
          </ol>
        </Disclosure>
      )}
    </div>
  );
}

function ChangeLine({ change: { at, by } }: { readonly change: ItemChange }) {
  const format = useFormat();
  return (
    <Text span inherit>
      Changed <Actor by={by} /> on <time dateTime={at}>{format.dateTime(at)}</time>
    </Text>
  );
}

function Change({ change: { at, by, operation } }: { readonly change: ItemChange }) {
  const format = useFormat();
  return (
    <li>
      <time dateTime={at}>{format.dateTime(at)}</time>
      <span>
        {operationLabel(operation)}, <Actor by={by} />
      </span>
    </li>
  );
}

/** By whom; where there is no key nobody signs in. */
function Actor({ by }: Pick<ItemChange, 'by'>) {
  return by === null ? (
    'without sign-in'
  ) : (
    <>
      by <bdi>{by}</bdi>
    </>
  );
}
