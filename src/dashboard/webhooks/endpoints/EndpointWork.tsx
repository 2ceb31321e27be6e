import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { Ago } from '../../design/Ago.tsx';
import { type Condition, conditionOf, type ListedEndpoint } from '../endpoints.ts';
import classes from './EndpointWork.module.css';

/** The state of an endpoint, as a line of text. */
export function EndpointWork({ endpoint }: { readonly endpoint: ListedEndpoint }) {
  const format = useFormat();
  const { worked, createdAt } = endpoint;
  if (worked === null) return <>registered {format.dateTime(createdAt)}</>;
  return messages[conditionOf(endpoint)](worked, format);
}

const messages: Record<Condition, (worked: Endpoint, format: Format) => ReactNode> = {
  disabled: ({ disabledAt }, format) => (
    <>
      <span>Disabled</span> {format.dateTime(disabledAt)}
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
  retrying: ({ retrying, health }, format) => (
    <>
      <b className={classes.warn}>Retrying {format.number(retrying)}</b>
      {after(', last failure ', health?.lastFailureAt)}
    </>
  ),
  enabled: ({ waiting, health }, format) => {
    if (waiting > 0) return `Delivering ${format.number(waiting)}`;
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
