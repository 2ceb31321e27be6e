import { IconPlus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { MouseEvent } from 'react';
import { useOnce } from '../../design/once.ts';
import { type ListedEndpoint, shortUrl } from '../endpoints.ts';
import { removeWebhooks } from '../webhookMutations.ts';
import classes from './EndpointList.module.css';

interface EndpointTypesProps {
  /** With types that are removed and still shown. */
  readonly endpoint: ListedEndpoint;
  readonly types: readonly string[];
  readonly onAddType: () => void;
  readonly onPointerRemove: () => void;
}

/** The types of an endpoint; one that is removed can be put back for ten seconds. */
export function EndpointTypes(props: EndpointTypesProps) {
  const { endpoint, types, onAddType, onPointerRemove } = props;
  const { url } = endpoint;
  return (
    <ul className={classes.types} aria-label={`Types of ${shortUrl(url)}`} tabIndex={-1}>
      {endpoint.types.map((type) =>
        types.includes(type) ? (
          <RegisteredType key={type} {...{ url, type, onPointerRemove }} />
        ) : (
          <li key={type} className={clsx(classes.type, classes.removed)} inert>
            <TypeName type={type} />
            <button type="button">
              <IconX size={12} stroke={2} aria-hidden />
            </button>
          </li>
        ),
      )}
      <li>
        <button type="button" className={classes.add} aria-label="Add a type" onClick={onAddType}>
          <IconPlus size={12} stroke={2} aria-hidden />
        </button>
      </li>
    </ul>
  );
}

interface RegisteredTypeProps {
  readonly url: string;
  readonly type: string;
  readonly onPointerRemove: () => void;
}

function RegisteredType({ url, type, onPointerRemove }: RegisteredTypeProps) {
  const remove = useOnce(useMutation(removeWebhooks));
  const press = ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    // A press of a key counts no clicks. The button goes with what it removes, so the focus goes to its list.
    if (detail === 0) currentTarget.closest('ul')?.focus();
    else if (!matchMedia('(hover: none)').matches) onPointerRemove();
    // A notice says that it is removed.
    remove({ url, types: [type] }, () => {});
  };
  return (
    <li className={classes.type}>
      <TypeName type={type} />
      <button type="button" aria-label={`Remove ${type}`} onClick={press}>
        <IconX size={12} stroke={2} aria-hidden />
      </button>
    </li>
  );
}

function TypeName({ type }: { readonly type: string }) {
  return (
    <>
      {type}
      {type === '*' && <em>all types</em>}
    </>
  );
}
