import { IconPlus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { MouseEvent } from 'react';
import { putWebhook, removeWebhook } from '#contract/operations/webhooks.ts';
import { useOnce } from '../../design/once.ts';
import { useMay } from '../../portfolio/session.ts';
import { addParam } from '../../url/params.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { type ListedEndpoint, shortUrl } from '../endpoints.ts';
import { removeWebhooks } from '../webhookMutations.ts';
import classes from './EndpointList.module.css';

interface EndpointTypesProps {
  readonly endpoint: ListedEndpoint;
  readonly types: readonly string[];
  readonly onPointerRemove: () => void;
}

/** For ten seconds a removed type can be restored. */
export function EndpointTypes({ endpoint, types, onPointerRemove }: EndpointTypesProps) {
  const { url, isOwn } = endpoint;
  const [, setAdding] = useSearchParam(addParam);
  const mayAdd = useMay(putWebhook);
  return (
    <ul className={classes.types} aria-label={`Types of ${shortUrl(url)}`} tabIndex={-1}>
      {endpoint.types.map((type) => {
        const isRemoved = !types.includes(type);
        // A restored type is a new one, and can be removed again.
        return (
          <TypeChip
            key={`${type} ${isRemoved}`}
            {...{ url, type, isOwn, isRemoved, onPointerRemove }}
          />
        );
      })}
      {mayAdd && !isOwn && (
        <li>
          <button
            type="button"
            className={classes.add}
            aria-label="Add a type"
            onClick={() => setAdding(url)}
          >
            <IconPlus size={12} stroke={2} aria-hidden />
          </button>
        </li>
      )}
    </ul>
  );
}

interface TypeChipProps {
  readonly url: string;
  readonly type: string;
  /** The dashboard manages these types, so they are removed together. */
  readonly isOwn: boolean;
  /** A removed type keeps its place, without a button. */
  readonly isRemoved: boolean;
  readonly onPointerRemove: () => void;
}

function TypeChip({ url, type, isOwn, isRemoved, onPointerRemove }: TypeChipProps) {
  const mayRemove = useMay(removeWebhook) && !isOwn;
  const remove = useOnce(useMutation(removeWebhooks));
  const press = ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    // `detail` counts clicks and is 0 for a key. The button disappears, so its list takes the focus.
    if (detail === 0) currentTarget.closest('ul')?.focus();
    else if (!matchMedia('(hover: none)').matches) onPointerRemove();
    remove({ url, types: [type] }, () => {});
  };
  return (
    <li className={clsx(classes.type, isRemoved && classes.removed)} inert={isRemoved}>
      {type}
      {type === '*' && <em>all types</em>}
      {mayRemove && (
        <button type="button" aria-label={`Remove ${type}`} aria-hidden={isRemoved} onClick={press}>
          <IconX size={12} stroke={2} aria-hidden />
        </button>
      )}
    </li>
  );
}
