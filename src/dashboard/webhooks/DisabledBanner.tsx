import { useMutation } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { useFormat } from '../preferences/format.ts';
import { NoteLine } from '../design/NoteLine.tsx';
import { partsOf } from './endpoints.ts';
import { enableMutation } from './endpointMutations.ts';

/** Says at the top of the page that an endpoint is disabled, and why. */
export function DisabledBanner({ endpoint }: { readonly endpoint: Endpoint }) {
  const format = useFormat();
  const enabling = useMutation(enableMutation);
  const { host, rest } = partsOf(endpoint.url);
  return (
    <NoteLine
      tone="danger"
      action={
        <button
          type="button"
          aria-disabled={enabling.isPending}
          onClick={() => {
            if (!enabling.isPending) enabling.mutate(endpoint);
          }}
        >
          Enable
        </button>
      }
    >
      {host}
      {rest} has been disabled since {format.dateTime(endpoint.disabledAt)}.{' '}
      {endpoint.disabledBecause} Nothing is sent there. What it misses can be recovered once it is
      enabled.
    </NoteLine>
  );
}
