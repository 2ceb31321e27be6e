import { Anchor } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ItemChange } from '#contract/itemChange.ts';
import { getAudit } from '#contract/operations/audit.ts';
import { getChanges } from '#contract/operations/changes.ts';
import { call } from '../api/client.ts';
import { Disclosure } from '../design/Disclosure.tsx';
import { useFormat } from '../preferences/format.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { idParam, kindParam } from '../url/params.ts';
import { ValueChanges } from './ValueChanges.tsx';
import classes from './ItemChanges.module.css';
import { operationLabel } from './operationLabels.ts';
import { keys } from './queryKeys.ts';
import { useMay } from './session.ts';

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
  readonly otherwise: string;
}

export function ItemChangeLine({ kind, id, otherwise }: ItemChangeLineProps) {
  const format = useFormat();
  const mayAudit = useMay(getAudit);
  const { data = [] } = useQuery(changesQuery({ kind, id }));
  const [last] = data;
  if (last === undefined) return otherwise;
  const entries = new URLSearchParams({ [kindParam.name]: kind, [idParam.name]: id });
  return (
    <Disclosure
      summary={
        <span>
          Last changed <time dateTime={last.at}>{format.dateTime(last.at)}</time>{' '}
          <Actor by={last.by} /> · {format.count(data.length, 'change')}
        </span>
      }
    >
      <ol className={classes.list} aria-label="Changes">
        {data.map(({ at, by, operation, changes }, index) => (
          <li key={index}>
            <time dateTime={at}>{format.dateTime(at)}</time>
            <span>
              {operationLabel(operation)} <Actor by={by} />
            </span>
            {changes !== null && (
              <div className={classes.values}>
                <ValueChanges changes={changes} customId={kind === 'user' ? id : null} />
              </div>
            )}
          </li>
        ))}
      </ol>
      {mayAudit && (
        <Anchor
          component={Link}
          inherit
          underline="always"
          to={`${pageLinks.audit.to}?${entries.toString()}`}
        >
          {pageLinks.audit.label}
        </Anchor>
      )}
    </Disclosure>
  );
}

/** A service without keys has no sign-in. */
function Actor({ by }: Pick<ItemChange, 'by'>) {
  if (by === null) return '(no sign-in)';
  return (
    <>
      by <bdi>{by}</bdi>
    </>
  );
}
