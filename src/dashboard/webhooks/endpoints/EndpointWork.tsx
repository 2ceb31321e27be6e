import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/delivery.ts';
import { formatCount } from '../../shared/format/number.ts';
import { formatDateTime } from '../../shared/format/time.ts';
import { Ago } from '../../shared/ui/Ago.tsx';
import { type Condition, conditionOf, type ListedEndpoint } from '../endpoints.ts';
import classes from './EndpointWork.module.css';

/** What the sender is about at an endpoint, in words. */
export function EndpointWork({ endpoint }: { readonly endpoint: ListedEndpoint }) {
  const { worked, createdAt } = endpoint;
  if (worked === null) return <>registered {formatDateTime(createdAt)}</>;
  return words[conditionOf(endpoint)](worked);
}

const words: Record<Condition, (worked: Endpoint) => ReactNode> = {
  disabled: ({ disabledAt }) => (
    <>
      <span>Disabled</span> {formatDateTime(disabledAt)}
    </>
  ),
  paused: ({ probeAt, health }) => (
    <>
      <b className={classes.warn}>
        Paused{probeAt !== null && ', probe '}
        {probeAt !== null && <Ago at={probeAt} />}
      </b>{' '}
      {since(health?.lastSuccessAt)}
    </>
  ),
  retrying: ({ retrying, health }) => (
    <>
      <b className={classes.warn}>Retrying {formatCount(retrying)}</b>{' '}
      {since(health?.lastFailureAt)}
    </>
  ),
  enabled: ({ waiting, health }) => {
    if (waiting > 0) return `Delivering ${formatCount(waiting)}`;
    if (health === null) return 'Nothing sent yet';
    return <>Delivering {since(health.lastSuccessAt)}</>;
  },
};

function since(at: string | null | undefined) {
  return typeof at === 'string' ? <Ago at={at} /> : null;
}
