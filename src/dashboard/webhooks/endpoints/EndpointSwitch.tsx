import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { disableMutation, tryMutation } from '../endpointMutations.ts';

/** Tries an endpoint that is paused or retries, and disables it; the banner of a disabled one enables it. */
export function EndpointSwitch({ endpoint }: { readonly endpoint: Endpoint }) {
  const { status, retrying } = endpoint;
  const disabling = useMutation(disableMutation);
  const trying = useMutation(tryMutation);
  const button = (label: string, change: typeof disabling) => (
    <Button
      variant="subtle"
      aria-disabled={change.isPending}
      onClick={() => {
        if (!change.isPending) change.mutate(endpoint);
      }}
    >
      {label}
    </Button>
  );
  if (status === 'disabled') return null;
  return (
    <>
      {(status === 'paused' || retrying > 0) && button('Try now', trying)}
      {button('Disable', disabling)}
    </>
  );
}
