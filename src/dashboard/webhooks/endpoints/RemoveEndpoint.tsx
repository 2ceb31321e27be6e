import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useOnce } from '../../design/once.ts';
import { type Endpoint, partsOf } from '../endpoints.ts';
import { removeWebhooks } from '../mutations.ts';

/** Takes an endpoint away with all its types; that can be taken back for ten seconds. */
export function RemoveEndpoint({ endpoint }: { readonly endpoint: Endpoint }) {
  const { url, types } = endpoint;
  const { host, rest } = partsOf(url);
  const remove = useOnce(useMutation(removeWebhooks));
  return (
    <Button
      variant="subtle"
      // What is removed leaves the list, and says so itself.
      onClick={() => remove({ url, types }, () => {})}
      aria-label={`Remove the endpoint ${host}${rest}`}
    >
      Remove
    </Button>
  );
}
