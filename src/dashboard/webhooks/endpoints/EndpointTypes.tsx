import { IconPlus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useOnce } from '../../design/once.ts';
import { type Endpoint, partsOf } from '../endpoints.ts';
import { removeWebhooks } from '../mutations.ts';
import classes from './EndpointTypes.module.css';

interface EndpointTypesProps {
  readonly endpoint: Endpoint;
  readonly onAddType: () => void;
}

/** The types of an endpoint; one that is removed can be put back for ten seconds. */
export function EndpointTypes({ endpoint, onAddType }: EndpointTypesProps) {
  const { url, types } = endpoint;
  const { host, rest } = partsOf(url);
  return (
    <ul className={classes.types} aria-label={`Types of ${host}${rest}`}>
      {types.map((type) => (
        <EndpointType key={type} url={url} type={type} />
      ))}
      <li>
        <button type="button" className={classes.add} aria-label="Add a type" onClick={onAddType}>
          <IconPlus size={12} stroke={2} aria-hidden />
        </button>
      </li>
    </ul>
  );
}

interface EndpointTypeProps {
  readonly url: string;
  readonly type: string;
}

/** One type of an endpoint. It is gone once it is removed; put back, it is another. */
function EndpointType({ url, type }: EndpointTypeProps) {
  const remove = useOnce(useMutation(removeWebhooks));
  return (
    <li className={classes.type}>
      {type}
      {type === '*' && <em>all types</em>}
      <button
        type="button"
        aria-label={`Remove ${type}`}
        // What is removed leaves the list, and says so itself.
        onClick={() => remove({ url, types: [type] }, () => {})}
      >
        <IconX size={12} stroke={2} aria-hidden />
      </button>
    </li>
  );
}
