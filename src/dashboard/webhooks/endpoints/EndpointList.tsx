import { Skeleton } from '@mantine/core';
import type { ListedEndpoint } from '../endpoints.ts';
import classes from './EndpointList.module.css';
import { EndpointRow } from './EndpointRow.tsx';

interface EndpointListProps {
  readonly endpoints: readonly ListedEndpoint[];
  /** Id of the endpoint that is selected. */
  readonly selected: string;
  readonly onAddType: (url: string) => void;
}

/** The endpoints with their types and their deliveries of the past day. */
export function EndpointList(props: EndpointListProps) {
  const { endpoints, selected, onAddType } = props;
  return (
    <>
      <div className={classes.head} aria-hidden>
        <span>Endpoint and types</span>
        <span>Attempts, 24 h</span>
        <span>Success</span>
        <span>
          Median <em>ms</em>
        </span>
        <span>Count</span>
      </div>
      <ul aria-label="Endpoints">
        {endpoints.map((endpoint) => (
          <EndpointRow
            key={endpoint.url}
            endpoint={endpoint}
            isSelected={endpoint.worked !== null && endpoint.worked._id === selected}
            onAddType={() => onAddType(endpoint.url)}
          />
        ))}
      </ul>
    </>
  );
}

/** Stands where the endpoints will stand. */
export function EndpointsSkeleton() {
  return (
    <ul>
      {[220, 300, 260].map((width) => (
        <li key={width} className={classes.endpoint}>
          <div className={classes.url}>
            <Skeleton width={width} />
          </div>
          <div className={classes.typesSkeleton}>
            <Skeleton width={width / 2} />
          </div>
        </li>
      ))}
    </ul>
  );
}
