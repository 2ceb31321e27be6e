import type { Context, Hono } from 'hono';
import { paths } from '#contract/paths.ts';
import { formatTime } from '#contract/time.ts';
import {
  webhookRegistration,
  webhookType,
  webhookTypes,
  type Webhook,
  type WebhookRegistration,
} from '#contract/webhook.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  bodyLimits,
  checkBody,
  checkJsonType,
  parseJson,
  readBytes,
  readJson,
} from '../http/body.ts';
import { mustBeNew, sendPrivate } from '../http/conditions.ts';
import { resource } from '../http/resource.ts';
import { problem } from '../problem.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  readWebhooks,
  type StoredWebhook,
} from './store.ts';
import { checkTarget, normalisedUrl } from './guard/target.ts';
import { isOwnReceiver } from './ownReceiver.ts';
import { healthOf, readRates } from './workbench/endpoints.ts';

/** GET, PUT and DELETE /p/webhook. */
export function webhookRoutes(app: Hono, dependencies: Dependencies): void {
  const { database, clock, secretKey, webhookTargets, ownUrl } = dependencies;

  resource(app, '/p/webhook', {
    GET: {
      handle: async (c) => sendPrivate(c, await shown(await readWebhooks(database.queries))),
    },
    PUT: {
      handle: async (c) => {
        const { url, type } = checkRegistration(
          await readJson(c, webhookRegistration, bodyLimits.webhook),
        );
        const { webhook, made, secret } = await database.transaction(async (tx) => {
          const registered = await insertWebhook(tx, { url, type, at: clock(), key: secretKey });
          // Refused inside the transaction: a disabled endpoint stays as it is.
          if (!registered.made && mustBeNew(c)) {
            throw problem(
              'precondition-failed',
              `There is already a webhook of ${url} for ${type}.`,
            );
          }
          const stored = await findWebhook(tx, url, type);
          if (stored === undefined) throw new Error('A webhook that was registered was not found');
          return { ...registered, webhook: stored };
        });
        const [view] = await shown([webhook]);
        const told = secret === null ? view : { ...view, secret };
        return sendPrivate(c, told, made ? 201 : 200, {
          Location: paths.webhooks(),
        });
      },
    },
    DELETE: {
      query: ['url', 'type'],
      handle: async (c) => {
        const { url, type } = await readRemoval(c);
        const { href } = normalisedUrl(url);
        const removed =
          webhookType.safeParse(type).success &&
          (await database.transaction((tx) => deleteWebhook(tx, { url: href, type, at: clock() })));
        if (!removed) {
          throw problem(
            'webhook-not-found',
            `There is no webhook of ${JSON.stringify(url)} for ${JSON.stringify(type)}.`,
          );
        }
        return c.body(null, 204);
      },
    },
  });

  async function shown(stored: readonly StoredWebhook[]): Promise<Webhook[]> {
    const seqs = [...new Set(stored.map(({ endpointSeq }) => endpointSeq))];
    const rates = await readRates(database.queries, seqs, clock());
    return stored.map(({ id, endpointSeq, url, type, status, createdAt, ...told }) => ({
      _id: id,
      url,
      type,
      status,
      health: healthOf(told, rates.get(endpointSeq) ?? null),
      createdAt: formatTime(createdAt),
    }));
  }

  function checkRegistration({ url, type }: WebhookRegistration): WebhookRegistration {
    if (!webhookType.safeParse(type).success) {
      throw problem(
        'webhook-type-unknown',
        `There is no webhook type ${JSON.stringify(type)}; it is one of ${webhookTypes.join(', ')}.`,
        {
          errors: [{ pointer: '/type', detail: 'is no webhook type' }],
          members: { allowed: webhookTypes },
        },
      );
    }
    const { href } = normalisedUrl(url);
    return { url: isOwnReceiver(href, ownUrl()) ? href : checkTarget(url, webhookTargets), type };
  }
}

/** What to remove: from the body, or from the query, because some proxies take the body of a DELETE away. */
async function readRemoval(c: Context): Promise<WebhookRegistration> {
  const url = c.req.query('url');
  const type = c.req.query('type');
  if (url !== undefined && type !== undefined) return { url, type };
  const bytes = await readBytes(c, bodyLimits.webhook);
  if (bytes.byteLength === 0) {
    throw problem(
      'missing-parameter',
      'Name the webhook to remove: a body {"url", "type"}, or the query ?url=&type= where a proxy takes the body away.',
    );
  }
  checkJsonType(c);
  return checkBody(parseJson(bytes), webhookRegistration);
}
