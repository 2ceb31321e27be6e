import { mutationOptions } from '@tanstack/react-query';
import { disableEndpoint, enableEndpoint, tryEndpoint } from '#contract/operations/endpoints.ts';
import { call } from '../api/client.ts';
import { runMutation } from '../portfolio/mutations.ts';
import { notify } from '../design/notify.tsx';
import { partsOf } from './endpoints.ts';
import { keys } from '../portfolio/keys.ts';

interface Target {
  readonly _id: string;
  readonly url: string;
}

const invalidates = [keys.webhooks];

/** Sends to an endpoint again that was disabled or is paused, with an undo. */
export const enableMutation = mutationOptions({
  mutationFn: ({ _id: id }: Target) => call(enableEndpoint, { params: { id } }),
  onSuccess: (_answer, target, _before, { client }) => {
    notify(`Endpoint enabled: ${partsOf(target.url).host}`, {
      label: 'Undo',
      run: () => runMutation(client, disableMutation, target),
    });
  },
  meta: { invalidates, failure: 'The endpoint could not be enabled' },
});

/** Sends nothing more to an endpoint, with an undo that restores what waited. */
export const disableMutation = mutationOptions({
  mutationFn: ({ _id: id }: Target) => call(disableEndpoint, { params: { id } }),
  onSuccess: (_answer, target, _before, { client }) => {
    notify(`Endpoint disabled: ${partsOf(target.url).host}`, {
      label: 'Undo',
      run: () => runMutation(client, enableMutation, target),
    });
  },
  meta: { invalidates, failure: 'The endpoint could not be disabled' },
});

/** Attempts the delivery that waits longest at once. */
export const tryMutation = mutationOptions({
  mutationFn: ({ _id: id }: Target) => call(tryEndpoint, { params: { id } }),
  meta: { invalidates, failure: 'The endpoint could not be tried' },
});
