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
  /** With types that are removed and still shown. */
  readonly endpoint: ListedEndpoint;
  readonly types: readonly string[];
  readonly onPointerRemove: () => void;
}

/** The types of an endpoint; one that is removed can be put back for ten seconds. */
export function EndpointTypes({ endpoint, types, onPointerRemove }: EndpointTypesProps) {
  const { url, isOwn } = endpoint;
  const [, setAdding] = useSearchParam(addParam);
  const mayAdd = useMay(putWebhook);
  return (
    <ul className={classes.types} aria-label={`Types of ${shortUrl(url)}`} tabIndex={-1}>
      {endpoint.types.map((type) => {
        const isRemoved = !types.includes(type);
        // Put back, it is another: it can be removed once more.
        return (
          <Type
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

interface TypeProps {
  readonly url: string;
  readonly type: string;
  /** Its types are the dashboard's own matter: it is removed as one. */
  readonly isOwn: boolean;
  /** Removed, it keeps its place, where nothing can be pressed. */
  readonly isRemoved: boolean;
  readonly onPointerRemove: () => void;
}

function Type({ url, type, isOwn, isRemoved, onPointerRemove }: TypeProps) {
  const mayRemove = useMay(removeWebhook) && !isOwn;
  const remove = useOnce(useMutation(removeWebhooks));
  const press = ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    // A press of a key counts no clicks. The button goes with what it removes, so the focus goes to its list.
    if (detail === 0) currentTarget.closest('ul')?.focus();
    else if (!matchMedia('(hover: none)').matches) onPointerRemove();
    // A notice says that it is removed.
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
