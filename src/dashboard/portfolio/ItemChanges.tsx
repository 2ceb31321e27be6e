import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemChange } from '#contract/itemChange.ts';
import { getChanges } from '#contract/operations/changes.ts';
import { call } from '../api/client.ts';
import { Disclosure } from '../design/Disclosure.tsx';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { useInSight } from '../design/WhenSeen.tsx';
import { useFormat } from '../preferences/format.ts';
import classes from './ItemChanges.module.css';
import { keys } from './queryKeys.ts';

const ItemChangeList = lazyComponent(
  async () => (await import('./ItemChangeList.tsx')).ItemChangeList,
);

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
  const [isOpened, setOpened] = useState(false);
  const { ref, isInSight } = useInSight();
  const { data = [] } = useQuery({ ...changesQuery(item), enabled: isInSight });
  const [last] = data;
  return (
    <div ref={ref} className={classes.changes}>
      {last === undefined ? (
        changedAt !== undefined && <span>Changed {format.dateTime(changedAt)}</span>
      ) : (
        <Disclosure
          summary={<ChangeLine change={last} />}
          onToggle={(event) => setOpened(event.currentTarget.open)}
        >
          {isOpened && <ItemChangeList changes={data} />}
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
