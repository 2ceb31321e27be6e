import { IconPlus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { formatDateTime } from '../shared/format/time.ts';
import { useOnce } from '../shared/once.ts';
import { Loading, Skeleton } from '../shared/ui/Skeleton.tsx';
import { type Endpoint, partsOf } from './endpoints.ts';
import { EndpointStatus } from './EndpointStatus.tsx';
import classes from './EndpointList.module.css';
import { removeWebhooks } from './mutations.ts';

interface EndpointListProps {
  readonly endpoints: readonly Endpoint[];
  readonly onAddType: (url: string) => void;
}

/** The endpoints with their types; a type that is removed can be put back for ten seconds. */
export function EndpointList({ endpoints, onAddType }: EndpointListProps) {
  return (
    <ul className={classes.list} aria-label="Endpoints">
      {endpoints.map((endpoint) => (
        <EndpointRow
          key={endpoint.url}
          endpoint={endpoint}
          onAddType={() => onAddType(endpoint.url)}
        />
      ))}
    </ul>
  );
}

interface EndpointRowProps {
  readonly endpoint: Endpoint;
  readonly onAddType: () => void;
}

function EndpointRow({ endpoint, onAddType }: EndpointRowProps) {
  const { url, types, status, createdAt } = endpoint;
  const { host, rest } = partsOf(url);
  const remove = useOnce(useMutation(removeWebhooks));
  return (
    <li className={classes.endpoint}>
      <p className={classes.url} title={url}>
        <EndpointStatus status={status} />
        <b>{host}</b>
        {rest}
      </p>
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
      <p className={classes.facts}>registered {formatDateTime(createdAt)}</p>
      <button
        type="button"
        className={classes.remove}
        onClick={() => remove({ url, types }, gone)}
        aria-label={`Remove the endpoint ${host}${rest}`}
      >
        Remove
      </button>
    </li>
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
        onClick={() => remove({ url, types: [type] }, gone)}
      >
        <IconX size={12} stroke={2} aria-hidden />
      </button>
    </li>
  );
}

/** What is removed leaves the list, and says so itself. */
function gone(): void {}

/** Stands where the endpoints will stand. */
export function EndpointsSkeleton() {
  return (
    <ul className={classes.list}>
      {[220, 300, 260].map((width) => (
        <li key={width} className={classes.endpoint}>
          <Loading what="the webhooks" />
          <p className={classes.url}>
            <Skeleton width={width} />
          </p>
          <p className={classes.types}>
            <Skeleton width={width / 2} />
          </p>
        </li>
      ))}
    </ul>
  );
}
