import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Endpoint } from '#contract/endpoint.ts';
import { unregisterHook } from '#contract/operations/upstream.ts';
import { Ago } from '../../design/Ago.tsx';
import table from '../../design/DataTable.module.css';
import { useMay } from '../../portfolio/session.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { endpointParam } from '../../url/params.ts';
import { useParamLink, useSearchParam } from '../../url/searchParam.ts';
import { Due } from '../deliveries/DeliveryOutcome.tsx';
import { type Condition, conditionOf, type ListedEndpoint } from '../endpoints.ts';
import { EndpointUrl } from '../EndpointUrl.tsx';
import { MutationButton } from '../MutationButton.tsx';
import { type Mark, StatusMark } from '../StatusMark.tsx';
import { unregisterOwn } from '../webhookMutations.ts';
import { ActivityBars } from './ActivityBars.tsx';
import classes from './EndpointList.module.css';
import { EndpointTypes } from './EndpointTypes.tsx';

interface EndpointListProps {
  readonly endpoints: readonly ListedEndpoint[];
  readonly hasDetails: boolean;
}

export function EndpointList({ endpoints, hasDetails }: EndpointListProps) {
  // The list before a removal by pointer. Removed items keep their place until the pointer leaves, or it would be over the next
  // button.
  const [before, setBefore] = useState<readonly ListedEndpoint[] | null>(null);
  const rows = before === null ? endpoints : withRemoved(before, endpoints);
  return (
    <>
      <div className={classes.head} aria-hidden>
        <span>Endpoint and types</span>
        {hasDetails && (
          <>
            <span>Attempts, 24 h</span>
            <span>Success</span>
            <span>Median, ms</span>
            <span>Attempts</span>
          </>
        )}
      </div>
      <ul aria-label="Endpoints" onPointerLeave={() => setBefore(null)}>
        {rows.map((endpoint) => (
          <EndpointRow
            key={endpoint.url}
            {...{ endpoint, hasDetails }}
            types={endpoints.find(({ url }) => url === endpoint.url)?.types ?? []}
            onPointerRemove={() => setBefore(rows)}
          />
        ))}
      </ul>
    </>
  );
}

/** Adds the endpoints and types that were just removed. */
function withRemoved(
  before: readonly ListedEndpoint[],
  endpoints: readonly ListedEndpoint[],
): ListedEndpoint[] {
  const merged = before.map((old) => {
    const endpoint = endpoints.find(({ url }) => url === old.url) ?? old;
    return { ...endpoint, types: [...new Set([...old.types, ...endpoint.types])] };
  });
  return [...merged, ...endpoints.filter(({ url }) => before.every((old) => old.url !== url))];
}

interface EndpointRowProps extends Pick<EndpointListProps, 'hasDetails'> {
  readonly endpoint: ListedEndpoint;
  readonly types: readonly string[];
  readonly onPointerRemove: () => void;
}

const marks: Record<Condition, { readonly mark: Mark; readonly label: string }> = {
  enabled: { mark: 'ok', label: 'Enabled' },
  retrying: { mark: 'retrying', label: 'Retrying' },
  failing: { mark: 'failed', label: 'Failing' },
  paused: { mark: 'paused', label: 'Paused' },
  disabled: { mark: 'off', label: 'Disabled' },
};

function EndpointRow({ endpoint, types, hasDetails, onPointerRemove }: EndpointRowProps) {
  const { url, details, createdAt, isOwn } = endpoint;
  const link = useParamLink();
  const [selected] = useSearchParam(endpointParam);
  const isSelected = details?._id === selected;
  const format = useFormat();
  const isRemoved = types.length === 0;
  const condition = conditionOf(endpoint);
  const figures = [
    ['Success', format.market.percent(details?.health?.successRate), classes.rate],
    ['Median in ms', format.number(details?.medianMs), classes.wide],
    ['Attempts', format.number(details?.attempts), classes.wide],
  ] as const;
  const heading = (
    <>
      {condition !== null && <StatusMark {...marks[condition]} />}
      <EndpointUrl url={url} />
      {isOwn && <em className={classes.own}>this dashboard</em>}
    </>
  );
  return (
    <li
      className={clsx(
        classes.endpoint,
        isSelected && classes.selected,
        isRemoved && classes.removed,
      )}
      inert={isRemoved}
    >
      <p className={classes.url}>
        {details === null ? (
          heading
        ) : (
          <Link
            to={link({ endpoint: isSelected ? null : details._id, delivery: null })}
            className={table.link}
            aria-current={isSelected}
            preventScrollReset
          >
            {heading}
          </Link>
        )}
      </p>
      <span className={classes.wide}>
        {details !== null && <ActivityBars activity={details.activity} />}
      </span>
      {(hasDetails ? figures : []).map(([name, figure, className]) => (
        <span key={name} className={className}>
          <VisuallyHidden>{name}: </VisuallyHidden>
          {figure}
        </span>
      ))}
      <EndpointTypes {...{ endpoint, types, onPointerRemove }} />
      <p className={classes.condition}>
        {isRemoved ? (
          'Removed'
        ) : isOwn ? (
          <OwnEndpoint />
        ) : details === null || condition === null ? (
          createdAt !== null && `Registered ${format.dateTime(createdAt)}`
        ) : (
          conditionTexts[condition](details, format)
        )}
      </p>
    </li>
  );
}

function OwnEndpoint() {
  const mayRemove = useMay(unregisterHook);
  const remove = useMutation(unregisterOwn);
  return (
    <>
      Reports changes of the service immediately
      {mayRemove && (
        <MutationButton mutation={remove} variables={undefined} size="xs">
          Unregister
        </MutationButton>
      )}
    </>
  );
}

const conditionTexts: Record<Condition, (endpoint: Endpoint, format: Format) => ReactNode> = {
  disabled: ({ disabledAt }, format) => `Disabled since ${format.dateTime(disabledAt)}`,
  paused: ({ probeAt, health }) => (
    <>
      <b>Paused</b>
      {probeAt !== null && (
        <>
          , next probe <Due at={probeAt} />
        </>
      )}
      {timeText('; last delivered ', health?.lastSuccessAt)}
    </>
  ),
  retrying: ({ retrying, health }, format) => (
    <>
      <b>Retrying {format.count(retrying, 'message')}</b>
      {timeText('; last failed ', health?.lastFailureAt)}
    </>
  ),
  failing: ({ health }) => (
    <>
      <b>Last attempt failed</b>
      {timeText(' ', health?.lastFailureAt)}
      {timeText('; last delivered ', health?.lastSuccessAt)}
    </>
  ),
  enabled: ({ waiting, health }, format) => {
    if (waiting > 0) return `Sending ${format.count(waiting, 'message')}`;
    return health === null
      ? 'No deliveries yet'
      : timeText('Last delivered ', health.lastSuccessAt);
  },
};

function timeText(label: string, at: string | null | undefined) {
  return typeof at === 'string' ? (
    <>
      {label}
      <Ago at={at} />
    </>
  ) : null;
}

export function EndpointsSkeleton() {
  return (
    <ul>
      {[220, 300, 260].map((width) => (
        <li key={width} className={classes.endpoint}>
          <div className={classes.url}>
            <Skeleton width={width} />
          </div>
          <div className={classes.types}>
            <Skeleton width={width / 2} />
          </div>
        </li>
      ))}
    </ul>
  );
}
