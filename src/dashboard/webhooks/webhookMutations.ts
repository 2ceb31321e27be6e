import { mutationOptions } from '@tanstack/react-query';
import { recovery, recoveryCount } from '#contract/endpoint.ts';
import { type InspectorSettings } from '#contract/inspector.ts';
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

/** The outcome of registering one type. */
export interface Registration {
  readonly type: string;
  /** As the service writes it. */
  readonly url: string;
  /** Why it was not registered; null if it was. */
  readonly fault: string | null;
  /** Of a new endpoint. */
  readonly secret: string | null;
}

const touched = { invalidates: [keys.webhooks] } as const;

/**
 * Registers several types of one URL, one after the other, because the first makes the endpoint and answers with its secret.
 * @throws HttpError if the URL itself cannot be used: then no type can be registered.
 */
export const registerWebhooks = mutationOptions({
  mutationFn: async ({ url, types }: { url: string; types: readonly string[] }) => {
    const registrations: Registration[] = [];
    for (const type of types) {
      try {
        const made = await call(putWebhook, { body: { url, type } });
        const secret = made?.secret ?? null;
        registrations.push({ type, url: made?.url ?? url, fault: null, secret });
      } catch (error) {
        if (isUrlFault(error)) throw error;
        registrations.push({ type, url, fault: messageOf(error), secret: null });
      }
    }
    return registrations;
  },
  meta: touched,
});

/** Whether an error is about the URL, whatever the type. */
export function isUrlFault(error: unknown): boolean {
  return hasCode(error, 'invalid-url') || hasCode(error, 'webhook-target-forbidden');
}

interface Group {
  readonly url: string;
  readonly types: readonly string[];
}

/** Removes types of one URL, with an undo. */
export const removeWebhooks = mutationOptions({
  mutationFn: async ({ url, types }: Group) => {
    for (const type of types) {
      await call(removeWebhook, { body: { url, type } });
    }
  },
  // Not in the component: the row of an endpoint is gone when its last type is.
  onSuccess: (_answer, removed, _before, { client }) => {
    const [first = ''] = removed.types;
    const what = removed.types.length === 1 ? first : `${removed.types.length} types`;
    notify(
      `Webhook removed: ${what} at ${urlParts(removed.url).host}`,
      () => void runMutation(client, restoreWebhooks, removed),
    );
  },
  meta: { ...touched, failure: 'The webhook could not be removed' },
});

/** Puts back what was removed; within 24 hours the endpoint keeps its secret. */
const restoreWebhooks = mutationOptions({
  mutationFn: async ({ url, types }: Group) => {
    for (const type of types) await call(putWebhook, { body: { url, type } });
  },
  meta: { ...touched, failure: 'The webhook could not be put back' },
});

const ownTouched = { invalidates: [keys.webhooks, keys.upstream] } as const;

/** Removes what this dashboard registered at the connected service, with an undo. */
export const unregisterOwn = mutationOptions({
  mutationFn: () => call(unregisterHook, {}),
  onSuccess: (_answer, _none, _before, { client }) => {
    notify(
      'Webhook removed: this dashboard’s own. It reads again every now and then instead',
      () => void runMutation(client, registerOwn, undefined),
    );
  },
  meta: { ...ownTouched, failure: 'This dashboard’s own webhook could not be removed' },
});

const registerOwn = mutationOptions({
  mutationFn: () => call(registerHook, {}),
  meta: { ...ownTouched, failure: 'This dashboard’s own webhook could not be put back' },
});

interface Target {
  readonly _id: string;
  readonly url: string;
}

/** Enables an endpoint that is disabled or paused, with an undo. */
export const enableMutation = mutationOptions({
  mutationFn: ({ _id: id }: Target) => call(enableEndpoint, { params: { id } }),
  onSuccess: (_answer, target, _before, { client }) => {
    notifySwitched('enabled', target, () => runMutation(client, disableMutation, target));
  },
  meta: { ...touched, failure: 'The endpoint could not be enabled' },
});

/** Sends nothing more to an endpoint, with an undo that restores what waited. */
export const disableMutation = mutationOptions({
  mutationFn: ({ _id: id }: Target) => call(disableEndpoint, { params: { id } }),
  onSuccess: (_answer, target, _before, { client }) => {
    notifySwitched('disabled', target, () => runMutation(client, enableMutation, target));
  },
  meta: { ...touched, failure: 'The endpoint could not be disabled' },
});

function notifySwitched(state: string, { url }: Target, undo: () => Promise<void>): void {
  notify(`Endpoint ${state}: ${urlParts(url).host}`, () => void undo());
}

/** Sends again what waits since a restore. No undo: what was sent is sent. */
export const resumeMutation = mutationOptions({
  mutationFn: () => call(resumeDeliveries, {}),
  onSuccess: () => notify('Deliveries resumed'),
  meta: { ...touched, failure: 'Deliveries could not be resumed' },
});

/** Attempts the delivery that waits longest at once. */
export const tryMutation = mutationOptions({
  mutationFn: ({ _id: id }: Target) => call(tryEndpoint, { params: { id } }),
  meta: { ...touched, failure: 'The endpoint could not be tried' },
});

/** The secret of an endpoint; no query, so that no cache holds it. */
export const revealSecret = mutationOptions({
  mutationFn: (id: string) => call(getEndpointSecret, { params: { id } }),
  gcTime: 0,
  meta: { failure: 'The secret could not be read' },
});

/** Makes a new secret; for a day the previous one signs too. */
export const rotateSecret = mutationOptions({
  mutationFn: (id: string) => call(rotateEndpointSecret, { params: { id } }),
  gcTime: 0,
});

/** Sends an example event of a type to one endpoint. */
export const sendTest = mutationOptions({
  mutationFn: ({ id, type }: { id: string; type: string }) =>
    call(testEndpoint, { params: { id }, body: { type } }),
  meta: { ...touched, failure: 'The test could not be sent' },
});

/** Sends the same message again, now. */
export const redeliverMutation = mutationOptions({
  mutationFn: (id: string) => call(redeliverDelivery, { params: { id } }),
  meta: { ...touched, failure: 'The message could not be sent again' },
});

interface RecoveryOf {
  readonly id: string;
  readonly since: string;
  readonly includeOlder: boolean;
}

/** How many messages since a time did not arrive. */
export const countRecovery = mutationOptions({
  mutationFn: async ({ id, since }: Pick<RecoveryOf, 'id' | 'since'>) =>
    recoveryCount.parse(
      await call(recoverEndpoint, { params: { id }, body: { since, dryRun: true } }),
    ),
});

/** Sends what did not arrive since a time. */
export const startRecovery = mutationOptions({
  mutationFn: async ({ id, since, includeOlder }: RecoveryOf) =>
    recovery.parse(await call(recoverEndpoint, { params: { id }, body: { since, includeOlder } })),
  meta: touched,
});

export const cancelRecoveryMutation = mutationOptions({
  mutationFn: (id: string) => call(deleteRecovery, { params: { id } }),
  meta: { ...touched, failure: 'The recovery could not be cancelled' },
});

/** Whether the signature of a message holds. */
export const verifyMutation = mutationOptions({
  mutationFn: (message: { headers: Record<string, string>; body: string; secret: string }) =>
    call(verifySignature, { body: message }),
  gcTime: 0,
});

/** What the built-in receiver answers from now on. */
export const setInspector = mutationOptions({
  mutationFn: (settings: InspectorSettings) => call(putInspector, { body: settings }),
  meta: { ...touched, failure: 'The inspector’s answer could not be saved' },
});

export const clearInspector = mutationOptions({
  mutationFn: () => call(deleteInspected, {}),
  meta: { ...touched, failure: 'The messages could not be cleared' },
});
