import { getWebhooks, putWebhook, removeWebhook } from '#contract/operations/webhooks.ts';
import { formatTime } from '#contract/time.ts';
import {
  isWebhookType,
  webhookTypes,
  type Webhook,
  type WebhookRegistration,
} from '#contract/webhook.ts';
import { noteSubject } from '#platform/http/caller.ts';
import { fieldChange } from '#platform/http/changes.ts';
import { mustBeNew } from '#platform/http/conditions.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { makeChange } from '#platform/http/makeChange.ts';
import { problem } from '#platform/http/problem.ts';
import { readRemoval, withoutQuery } from '#platform/http/webhookAddress.ts';
import type { Dependencies } from '../portfolio/dependencies.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  readWebhooks,
  type StoredWebhook,
} from './registry/webhookStore.ts';
import { createProcesses } from './guard/processes.ts';
import { isInspector } from './guard/own.ts';
import { checkTarget, normalisedUrl } from './guard/target.ts';
import { healthOf, readSuccessRates } from './registry/health.ts';
import { viewFor } from './view.ts';

export function webhookOperations(dependencies: Dependencies): Implementation[] {
  const { database, clock, secretKey, webhookTargets } = dependencies;
  const processes = createProcesses(dependencies, database.queries);

  return [
    implement(getWebhooks, async (_, c) =>
      (await shown(await readWebhooks(database.queries))).map(viewFor(c).addressed),
    ),

    implement(putWebhook, async ({ body }, c) => {
      const { url, type, inspector } = await checkRegistration(body);
      noteSubject(c, { name: withoutQuery(url) });
      const { webhook, isNew, secret } = await makeChange(
        c,
        database,
        async (tx) => {
          const registered = await insertWebhook(tx, {
            url,
            type,
            inspector,
            at: clock(),
            key: secretKey,
          });
          // Throws inside the transaction: a disabled endpoint stays disabled.
          if (!registered.isNew && mustBeNew(c)) {
            throw problem(
              'precondition-failed',
              `There is already a webhook of ${url} for ${type}.`,
            );
          }
          const stored = await findWebhook(tx, url, type);
          if (stored === undefined) throw new Error('A webhook that was registered was not found');
          return { ...registered, webhook: stored };
        },
        ({ webhook: { endpointId }, isNew, statusBefore }) => ({
          subject: { id: endpointId, name: withoutQuery(url) },
          status: isNew ? 201 : 200,
          changes: [
            ...(isNew ? fieldChange('events', undefined, type) : []),
            ...(statusBefore === undefined ? [] : fieldChange('status', statusBefore, 'enabled')),
          ],
        }),
      );
      const [view] = await shown([webhook]);
      if (view === undefined) throw new Error('A webhook that was registered was not shown');
      return new Reply(isNew ? 201 : 200, secret === null ? view : { ...view, secret }, {
        Location: getWebhooks.path,
      });
    }),

    implement(removeWebhook, async ({ query }, c) => {
      const { url, type } = await readRemoval(query, c);
      const { href } = normalisedUrl(url);
      const name = withoutQuery(href);
      noteSubject(c, { name });
      const endpointId = isWebhookType(type)
        ? await makeChange(
            c,
            database,
            (tx) => deleteWebhook(tx, { url: href, type, at: clock() }),
            (id) =>
              id === null
                ? null
                : { subject: { id, name }, changes: fieldChange('events', type, undefined) },
          )
        : null;
      if (endpointId === null) {
        throw problem(
          'webhook-not-found',
          `There is no webhook of ${JSON.stringify(url)} for ${JSON.stringify(type)}.`,
        );
      }
      return undefined;
    }),
  ];

  async function shown(stored: readonly StoredWebhook[]): Promise<Webhook[]> {
    const seqs = [...new Set(stored.map(({ endpointSeq }) => endpointSeq))];
    const rates = await readSuccessRates(database.queries, seqs, clock());
    return stored.map(({ id, endpointSeq, url, type, status, createdAt, ...times }) => ({
      _id: id,
      url,
      type,
      status,
      health: healthOf(times, rates.get(endpointSeq) ?? null),
      createdAt: formatTime(createdAt),
    }));
  }

  async function checkRegistration({
    url,
    type,
  }: WebhookRegistration): Promise<WebhookRegistration & { readonly inspector: boolean }> {
    if (!isWebhookType(type)) {
      throw problem(
        'webhook-type-unknown',
        `There is no webhook type ${JSON.stringify(type)}; it must be one of ${webhookTypes.join(', ')}.`,
        {
          errors: [{ pointer: '/type', detail: 'is not a webhook type' }],
          members: { allowed: webhookTypes },
        },
      );
    }
    const origins = await processes.origins();
    const target = checkTarget(url, webhookTargets, origins);
    return { url: target, type, inspector: isInspector(new URL(target), origins) };
  }
}
