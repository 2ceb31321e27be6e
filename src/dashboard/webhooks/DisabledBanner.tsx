import { useMutation } from '@tanstack/react-query';
import type { Endpoint } from '#contract/delivery.ts';
import { formatDateTime } from '../shared/format/time.ts';
import { NoteLine } from '../shared/ui/NoteLine.tsx';
import { partsOf } from './endpoints.ts';
import { enableEndpoint } from './mutations.ts';

/** Says above all else that an endpoint gets nothing any more, and why. */
export function DisabledBanner({ endpoint }: { readonly endpoint: Endpoint }) {
  const enabling = useMutation(enableEndpoint);
  const { host, rest } = partsOf(endpoint.url);
  return (
    <NoteLine
      tone="danger"
      action={
        <button
          type="button"
          aria-disabled={enabling.isPending}
          onClick={() => {
            if (!enabling.isPending) enabling.mutate(endpoint._id);
          }}
        >
          Enable
        </button>
      }
    >
      {host}
      {rest} is disabled since {formatDateTime(endpoint.disabledAt)}: {endpoint.disabledBecause}{' '}
      Nothing is sent there; what was missed can be recovered once it is enabled.
    </NoteLine>
  );
}
