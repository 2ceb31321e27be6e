import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { formatCount } from '../../shared/format/number.ts';
import { formatDateTime } from '../../shared/format/time.ts';
import { Ago } from '../../shared/ui/Ago.tsx';
import { type Condition, conditionOf, type ListedEndpoint } from '../endpoints.ts';
import classes from './EndpointWork.module.css';

/** The state of an endpoint, as a line of text. */
export function EndpointWork({ endpoint }: { readonly endpoint: ListedEndpoint }) {
  const { worked, createdAt } = endpoint;
  if (worked === null) return <>registered {formatDateTime(createdAt)}</>;
  return messages[conditionOf(endpoint)](worked);
}

const messages: Record<Condition, (worked: Endpoint) => ReactNode> = {
  disabled: ({ disabledAt }) => (
    <>
      <span>Disabled</span> {formatDateTime(disabledAt)}
    </>
  ),
  paused: ({ probeAt, health }) => (
    <>
      <b className={classes.warn}>
        Paused{probeAt !== null && ', next probe '}
        {probeAt !== null && <Ago at={probeAt} />}
      </b>
      {after('; last delivered ', health?.lastSuccessAt)}
    </>
  ),
  retrying: ({ retrying, health }) => (
    <>
      <b className={classes.warn}>Retrying {formatCount(retrying)}</b>
      {after(', last failure ', health?.lastFailureAt)}
    </>
  ),
  enabled: ({ waiting, health }) => {
    if (waiting > 0) return `Delivering ${formatCount(waiting)}`;
    if (health === null) return 'Nothing sent yet';
    if (health.lastSuccessAt === null) return 'Never delivered';
    return after('Last delivered ', health.lastSuccessAt);
  },
};

function after(label: string, at: string | null | undefined) {
  return typeof at === 'string' ? (
    <>
      {label}
      <Ago at={at} />
    </>
  ) : null;
}
