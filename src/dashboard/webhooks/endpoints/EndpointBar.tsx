import { Box, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  disableEndpoint,
  getEndpointSecret,
  recoverEndpoint,
  testEndpoint,
  tryEndpoint,
} from '#contract/operations/endpoints.ts';
import { removeWebhook } from '#contract/operations/webhooks.ts';
import { CopyButton } from '../../design/CopyButton.tsx';
import { useOnce } from '../../design/once.ts';
import { ItemChanges } from '../../portfolio/ItemChanges.tsx';
import { useMayCall } from '../../portfolio/session.ts';
import { useFormat } from '../../preferences/format.ts';
import { openParam } from '../../url/params.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { shortUrl } from '../endpoints.ts';
import { EndpointUrl } from '../EndpointUrl.tsx';
import { MutationButton } from '../MutationButton.tsx';
import { useFocusAfter } from '../useFocusAfter.ts';
import { disableMutation, removeWebhooks, revealSecret, tryMutation } from '../webhookMutations.ts';
import classes from './EndpointList.module.css';
import { TestSend } from './TestSend.tsx';

export function EndpointBar({ endpoint }: { readonly endpoint: Endpoint }) {
  const { url, types, status, retrying } = endpoint;
  const [, setOpen] = useSearchParam(openParam);
  const disabling = useMutation(disableMutation);
  const trying = useMutation(tryMutation);
  const remove = useOnce(useMutation(removeWebhooks));
  useFocusAfter('[aria-label="Endpoints"] a');
  const mayCall = useMayCall();
  const isWaiting = status === 'paused' || (status === 'enabled' && retrying > 0);
  return (
    <section className={classes.bar} aria-label={`Endpoint ${shortUrl(url)}`}>
      <Text span fw={500} miw={0} mr="xs">
        <EndpointUrl url={url} />
      </Text>
      {mayCall(getEndpointSecret) && <EndpointSecret id={endpoint._id} />}
      <Box flex={1} />
      {mayCall(testEndpoint) && <TestSend endpoint={endpoint} />}
      {mayCall(recoverEndpoint) && (
        <Button variant="subtle" onClick={() => setOpen('recover')}>
          Recover since…
        </Button>
      )}
      {isWaiting && mayCall(tryEndpoint) && (
        <MutationButton mutation={trying} variables={endpoint}>
          Try now
        </MutationButton>
      )}
      {/* The banner of a disabled endpoint enables it. */}
      {status !== 'disabled' && mayCall(disableEndpoint) && (
        <MutationButton mutation={disabling} variables={endpoint}>
          Disable
        </MutationButton>
      )}
      {mayCall(removeWebhook) && (
        <Button
          variant="subtle"
          // A notice confirms the removal.
          onClick={() => remove({ url, types }, () => {})}
          aria-label={`Remove the endpoint ${shortUrl(url)}`}
        >
          Remove
        </Button>
      )}
      <Box flex="0 0 100%">
        <ItemChanges kind="endpoint" id={endpoint._id} />
      </Box>
    </section>
  );
}

function EndpointSecret({ id }: { readonly id: string }) {
  const format = useFormat();
  const [, setOpen] = useSearchParam(openParam);
  const { data, mutate, reset, isPending } = useMutation(revealSecret);
  return (
    <>
      <Text component="code" size="xs" c="var(--ink-2)" style={{ overflowWrap: 'anywhere' }}>
        {data?.secret ?? 'whsec_•••••'}
      </Text>
      {data !== undefined && <CopyButton text={data.secret} what="secret" />}
      {typeof data?.previousUntil === 'string' && (
        <Text span size="xs" c="dimmed">
          the previous secret also signs until {format.dayTime(data.previousUntil)}
        </Text>
      )}
      <Button
        variant="subtle"
        aria-disabled={isPending}
        onClick={() => (data === undefined ? mutate(id) : reset())}
      >
        {data === undefined ? 'Reveal' : 'Hide'}
      </Button>
      <Button
        variant="subtle"
        onClick={() => {
          reset();
          setOpen('rotate');
        }}
      >
        Rotate
      </Button>
    </>
  );
}
