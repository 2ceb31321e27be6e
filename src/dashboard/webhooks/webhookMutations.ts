import { mutationOptions } from '@tanstack/react-query';
import { recovery, recoveryCount } from '#contract/endpoint.ts';
import { type InspectorSettings } from '#contract/inspector.ts';
import type { BodyOf } from '#contract/operation.ts';
import { resumeDeliveries } from '#contract/operations/backup.ts';
import {
  deleteRecovery,
  disableEndpoint,
  enableEndpoint,
  getEndpointSecret,
  recoverEndpoint,
  redeliverDelivery,
  rotateEndpointSecret,
  testEndpoint,
  tryEndpoint,
} from '#contract/operations/endpoints.ts';
import { deleteInspected, putInspector, verifySignature } from '#contract/operations/inspector.ts';
import { registerHook, unregisterHook } from '#contract/operations/upstream.ts';
import { putWebhook, removeWebhook } from '#contract/operations/webhooks.ts';
import { call } from '../api/client.ts';
import { hasCode, messageOf } from '../api/errors.ts';
import { runMutation } from '../portfolio/mutations.ts';
import { notify } from '../design/notify.ts';
import { urlParts } from './endpoints.ts';
import { keys } from '../portfolio/queryKeys.ts';

export interface RegistrationResult {
  readonly type: string;
  /** As the service writes it. */
  readonly url: string;
  readonly fault: string | null;
  readonly secret: string | null;
}

const invalidatesWebhooks = { invalidates: [keys.webhooks] } as const;

/**
 * Registers several types of one URL in sequence, since the first creates the endpoint and returns its secret.
 * @throws HttpError if the URL itself cannot be used, so that no type can be registered.
 */
export const registerWebhooks = mutationOptions({
  mutationFn: async ({ url, types }: { url: string; types: readonly string[] }) => {
    const registrations: RegistrationResult[] = [];
    for (const type of types) {
      try {
        const created = await call(putWebhook, { body: { url, type } });
        const secret = created?.secret ?? null;
        registrations.push({ type, url: created?.url ?? url, fault: null, secret });
      } catch (error) {
        if (isUrlFault(error)) throw error;
        registrations.push({ type, url, fault: messageOf(error), secret: null });
      }
    }
    return registrations;
  },
  meta: invalidatesWebhooks,
});

export function isUrlFault(error: unknown): boolean {
  return hasCode(error, 'invalid-url') || hasCode(error, 'webhook-target-forbidden');
}

interface EndpointWebhooks {
  readonly url: string;
  readonly types: readonly string[];
}

export const removeWebhooks = mutationOptions({
  mutationFn: async ({ url, types }: EndpointWebhooks) => {
    for (const type of types) {
      await call(removeWebhook, { body: { url, type } });
    }
  },
  // Not in the component, since removing the last type removes its row.
  onSuccess: (_answer, removed, _before, { client }) => {
    const [first = ''] = removed.types;
    const label = removed.types.length === 1 ? first : `${removed.types.length} types`;
    notify(
      `Webhook removed: ${label} at ${urlParts(removed.url).host}`,
      () => void runMutation(client, restoreWebhooks, removed),
    );
  },
  meta: { ...invalidatesWebhooks, failure: 'The webhook could not be removed' },
});

/** Within 24 hours the endpoint keeps its secret. */
const restoreWebhooks = mutationOptions({
  mutationFn: async ({ url, types }: EndpointWebhooks) => {
    for (const type of types) await call(putWebhook, { body: { url, type } });
  },
  meta: { ...invalidatesWebhooks, failure: 'The webhook could not be restored' },
});

const invalidatesOwnWebhook = { invalidates: [keys.webhooks, keys.upstream] } as const;

export const unregisterOwn = mutationOptions({
  mutationFn: () => call(unregisterHook, {}),
  onSuccess: (_answer, _none, _before, { client }) => {
    notify(
      'Webhook removed: this dashboard’s own. The dashboard polls the service instead',
      () => void runMutation(client, registerOwn, undefined),
    );
  },
  meta: { ...invalidatesOwnWebhook, failure: 'This dashboard’s own webhook could not be removed' },
});

const registerOwn = mutationOptions({
  mutationFn: () => call(registerHook, {}),
  meta: { ...invalidatesOwnWebhook, failure: 'This dashboard’s own webhook could not be restored' },
});

interface EndpointRef {
  readonly _id: string;
  readonly url: string;
}

export const enableMutation = mutationOptions({
  mutationFn: ({ _id: id }: EndpointRef) => call(enableEndpoint, { params: { id } }),
  onSuccess: (_answer, target, _before, { client }) => {
    notifySwitched('enabled', target, () => runMutation(client, disableMutation, target));
  },
  meta: { ...invalidatesWebhooks, failure: 'The endpoint could not be enabled' },
});

/** Undo also restores the waiting deliveries. */
export const disableMutation = mutationOptions({
  mutationFn: ({ _id: id }: EndpointRef) => call(disableEndpoint, { params: { id } }),
  onSuccess: (_answer, target, _before, { client }) => {
    notifySwitched('disabled', target, () => runMutation(client, enableMutation, target));
  },
  meta: { ...invalidatesWebhooks, failure: 'The endpoint could not be disabled' },
});

function notifySwitched(state: string, { url }: EndpointRef, undo: () => Promise<void>): void {
  notify(`Endpoint ${state}: ${urlParts(url).host}`, () => void undo());
}

/** No undo: a sent message cannot be recalled. */
export const resumeMutation = mutationOptions({
  mutationFn: () => call(resumeDeliveries, {}),
  onSuccess: () => notify('Deliveries resumed'),
  meta: { ...invalidatesWebhooks, failure: 'Deliveries could not be resumed' },
});

export const tryMutation = mutationOptions({
  mutationFn: ({ _id: id }: EndpointRef) => call(tryEndpoint, { params: { id } }),
  meta: { ...invalidatesWebhooks, failure: 'The attempt could not be started' },
});

/** Not a query, so that no cache holds the secret. */
export const revealSecret = mutationOptions({
  mutationFn: (id: string) => call(getEndpointSecret, { params: { id } }),
  gcTime: 0,
  meta: { failure: 'The secret could not be read' },
});

/** For a day the previous secret signs too. */
export const rotateSecret = mutationOptions({
  mutationFn: (id: string) => call(rotateEndpointSecret, { params: { id } }),
  gcTime: 0,
});

export const sendTest = mutationOptions({
  mutationFn: ({ id, type }: { id: string; type: string }) =>
    call(testEndpoint, { params: { id }, body: { type } }),
  meta: { ...invalidatesWebhooks, failure: 'The test could not be sent' },
});

export const redeliverMutation = mutationOptions({
  mutationFn: (id: string) => call(redeliverDelivery, { params: { id } }),
  meta: { ...invalidatesWebhooks, failure: 'The message could not be sent again' },
});

type RecoveryBody = BodyOf<typeof recoverEndpoint>;
type RecoveryInput = { readonly id: string } & Required<Omit<RecoveryBody, 'dryRun'>>;

const recover = ({ id, ...scope }: RecoveryInput, dryRun: boolean) =>
  call(recoverEndpoint, { params: { id }, body: { ...scope, dryRun } });

export const countRecovery = mutationOptions({
  mutationFn: async (scope: RecoveryInput) => recoveryCount.parse(await recover(scope, true)),
});

export const startRecovery = mutationOptions({
  mutationFn: async (scope: RecoveryInput) => recovery.parse(await recover(scope, false)),
  meta: invalidatesWebhooks,
});

export const cancelRecoveryMutation = mutationOptions({
  mutationFn: (id: string) => call(deleteRecovery, { params: { id } }),
  meta: { ...invalidatesWebhooks, failure: 'The recovery could not be canceled' },
});

export const verifyMutation = mutationOptions({
  mutationFn: (message: { headers: Record<string, string>; body: string; secret: string }) =>
    call(verifySignature, { body: message }),
  gcTime: 0,
});

export const setInspector = mutationOptions({
  mutationFn: (settings: InspectorSettings) => call(putInspector, { body: settings }),
  meta: { ...invalidatesWebhooks, failure: 'The inspector settings could not be saved' },
});

export const clearInspector = mutationOptions({
  mutationFn: () => call(deleteInspected, {}),
  meta: { ...invalidatesWebhooks, failure: 'The messages could not be cleared' },
});
