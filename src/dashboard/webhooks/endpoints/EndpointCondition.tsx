import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { Ago } from '../../design/Ago.tsx';
import { type Format, useFormat } from '../../preferences/format.ts';
import { Due } from '../Due.tsx';
import { type Condition, conditionOf, type ListedEndpoint } from '../endpoints.ts';

/** How an endpoint does, as a line of text. */
export function EndpointCondition({ endpoint }: { readonly endpoint: ListedEndpoint }) {
  const format = useFormat();
  const { details, createdAt } = endpoint;
  if (details === null) return <>Registered {format.dateTime(createdAt)}</>;
  return sentences[conditionOf(endpoint)](details, format);
}

const sentences: Record<Condition, (endpoint: Endpoint, format: Format) => ReactNode> = {
  disabled: ({ disabledAt }, format) => `Disabled since ${format.dateTime(disabledAt)}`,
  paused: ({ probeAt, health }) => (
    <>
      <b>Paused</b>
      {probeAt !== null && (
        <>
          , next probe <Due at={probeAt} />
        </>
      )}
      {since('; last delivered ', health?.lastSuccessAt)}
    </>
  ),
  retrying: ({ retrying, health }, format) => (
    <>
      <b>Retrying {messages(retrying, format)}</b>
      {since('; last failed ', health?.lastFailureAt)}
    </>
  ),
  failing: ({ health }) => (
    <>
      <b>Last attempt failed</b>
      {since(' ', health?.lastFailureAt)}
      {since('; last delivered ', health?.lastSuccessAt)}
    </>
  ),
  enabled: ({ waiting, health }, format) => {
    if (waiting > 0) return `Sending ${messages(waiting, format)}`;
    return health === null ? 'Nothing sent yet' : since('Last delivered ', health.lastSuccessAt);
  },
};

function messages(count: number, format: Format): string {
  return `${format.number(count)} ${count === 1 ? 'message' : 'messages'}`;
}

function since(label: string, at: string | null | undefined) {
  return typeof at === 'string' ? (
    <>
      {label}
      <Ago at={at} />
    </>
  ) : null;
}
