import type { Context } from 'hono';
import type { QueryOf } from '#contract/operation.ts';
import { removeWebhook } from '#contract/operations/webhooks.ts';
import type { WebhookRegistration } from '#contract/webhook.ts';
import { checkBody, checkJsonType, parseJson, readBytes } from './body.ts';
import { problem } from './problem.ts';

export async function readRemoval(
  { url, type }: QueryOf<typeof removeWebhook>,
  c: Context,
): Promise<WebhookRegistration> {
  if (url !== undefined && type !== undefined) return { url, type };
  const { limit, schema } = removeWebhook.body;
  const bytes = await readBytes(c, limit);
  if (bytes.byteLength === 0) {
    throw problem(
      'missing-parameter',
      'Specify the webhook to remove: in a body {"url", "type"}, or in the query ?url=&type= if a proxy strips the body.',
    );
  }
  checkJsonType(c);
  return checkBody(parseJson(bytes), schema);
}

/** Receivers often expect a token in the query: it becomes `?…`, so that its presence stays visible. */
export function withoutQuery(address: string): string {
  return address.replace(/\?.*$/s, '?…');
}

/** Shortens each address in quotation marks: a message can name an endpoint. */
export function withoutAddresses(body: string): string {
  return body.replaceAll(/"https?:[^"?]*\?[^"]*"/gi, (quoted) => `${withoutQuery(quoted)}"`);
}
