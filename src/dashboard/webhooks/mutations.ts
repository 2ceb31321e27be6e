import { mutationOptions } from '@tanstack/react-query';
import { paths } from '#contract/paths.ts';
import { webhook, type WebhookRegistration } from '#contract/webhook.ts';
import { send } from '../shared/api/client.ts';
import { hasCode, messageOf } from '../shared/api/errors.ts';
import { notify } from '../shared/notices.ts';
import { partsOf } from './endpoints.ts';

/** What became of one type of a registration. */
export type Outcome =
  | { readonly type: string; readonly isRegistered: true; readonly secret: string | null }
  | { readonly type: string; readonly isRegistered: false; readonly words: string };

const touched = { invalidates: [['webhooks']] } as const;

/**
 * Registers several types of one URL, one after the other, because the first makes the endpoint and answers with its secret.
 * @throws HttpError where the URL itself cannot be used: then no type can be registered.
 */
export const registerWebhooks = mutationOptions({
  mutationFn: async ({ url, types }: { url: string; types: readonly string[] }) => {
    const outcomes: Outcome[] = [];
    for (const type of types) {
      try {
        const made = await put({ url, type });
        outcomes.push({ type, isRegistered: true, secret: made?.secret ?? null });
      } catch (error) {
        if (isUrlFault(error)) throw error;
        outcomes.push({ type, isRegistered: false, words: messageOf(error) });
      }
    }
    return outcomes;
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

/** Removes types of one URL, and says so with the way back. */
export const removeWebhooks = mutationOptions({
  mutationFn: async ({ url, types }: Group) => {
    for (const type of types) {
      await send({ method: 'DELETE', path: paths.webhooks(), body: { url, type }, schema: null });
    }
  },
  // Not in the component: the row of an endpoint is gone when its last type is.
  onSuccess: (_answer, removed, _before, { client }) => {
    const [first = ''] = removed.types;
    const what = removed.types.length === 1 ? first : `${removed.types.length} types`;
    notify(`Webhook removed: ${what} at ${partsOf(removed.url).host}`, {
      label: 'Undo',
      run: () => {
        const restoration = client.getMutationCache().build(client, restoreWebhooks);
        // A failure is reported by the mutation cache.
        restoration.execute(removed).catch(() => {});
      },
    });
  },
  meta: { ...touched, failure: 'The webhook could not be removed' },
});

/** Puts back what was removed; within 24 hours the endpoint keeps its secret. */
const restoreWebhooks = mutationOptions({
  mutationFn: async ({ url, types }: Group) => {
    for (const type of types) await put({ url, type });
  },
  meta: { ...touched, failure: 'The webhook could not be put back' },
});

function put(registration: WebhookRegistration) {
  return send({ method: 'PUT', path: paths.webhooks(), body: registration, schema: webhook });
}
