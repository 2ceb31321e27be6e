import { formatTime } from '#contract/time.ts';
import { webhookTypes } from '#contract/webhook.ts';
import { readWebhookList } from '../reading/readWebhooks.ts';
import { GoneError, type Exchanges } from './exchanges.ts';
import { awkwardId, readsOfUser, sendAll, type CheckProgress } from './readSample.ts';

export interface WriteTrial {
  readonly customId: string;
  readonly webhook: { readonly url: string; readonly type: string } | null;
}

export const firstAttributes = { name: 'Check of this service', keeps: 'this', goes: 'away' };
export const laterAttributes = { name: 'Check of this service, changed', goes: null };

/**
 * Creates a user, which stays, and changes it. Registers a webhook and removes it, even if the check is stopped.
 * @param left receives a sentence for everything that stays at the service.
 */
export async function* tryWrites(
  exchanges: Exchanges,
  now: number,
  left: string[],
): AsyncGenerator<CheckProgress, WriteTrial> {
  const customId = `check ${formatTime(now)} ${awkwardId}`;
  const params = { id: customId };
  yield { progress: 'A new user', done: 0, of: 1 };
  const create = { call: 'createUser', body: { customId } } as const;
  const stays = `The check created the user ${customId}, who remains: the interface cannot delete users.`;
  const created = await exchanges.send({ ...create, purpose: 'create' });
  // Without an answer, the user may or may not exist.
  if (created.fault === null || created.answer === null) left.push(stays);
  await exchanges.send({ ...create, purpose: 'create again' });
  yield* sendAll(exchanges, readsOfUser(customId, 'new user'), 'The new user');
  const update = async (purpose: 'update' | 'replace', attributes: object) => {
    const body = { json: JSON.stringify(attributes) };
    await exchanges.send({ call: 'updateUser', purpose, params, body });
    await exchanges.send({ call: 'getUser', purpose, params });
  };
  await update('update', firstAttributes);
  await update('replace', laterAttributes);
  const body = { json: '{"name": "cut off' };
  await exchanges.send({ call: 'updateUser', purpose: 'refused update', params, body });
  return { customId, webhook: yield* tryWebhook(exchanges, now, left) };
}

/** `.invalid` is never a real domain (RFC 2606), so no message is ever delivered. */
const urlOf = (now: number) => `https://portfolio-dashboard-check.invalid/${now.toString(36)}`;

async function* tryWebhook(
  exchanges: Exchanges,
  now: number,
  left: string[],
): AsyncGenerator<CheckProgress, WriteTrial['webhook']> {
  const url = urlOf(now);
  const list = exchanges.all.find(({ call }) => call === 'getWebhooks');
  const listed = readWebhookList(list?.answer?.json).value.map(({ type }) => type);
  const types = [...new Set(['*', ...listed, ...webhookTypes])];
  let webhook: WriteTrial['webhook'] = null;
  try {
    for (const [done, type] of types.entries()) {
      yield { progress: 'A new webhook', done, of: types.length };
      webhook = { url, type };
      const { fault, answer } = await exchanges.send({
        call: 'putWebhook',
        purpose: 'register',
        body: webhook,
      });
      if (fault === null || answer === null) break;
      webhook = null;
    }
    await exchanges.send({ call: 'getWebhooks', purpose: 'registered' });
  } finally {
    // Also if the check is stopped.
    if (webhook !== null) left.push(...(await removeWebhook(exchanges, webhook)));
  }
  return webhook;
}

async function removeWebhook(
  exchanges: Exchanges,
  body: NonNullable<WriteTrial['webhook']>,
): Promise<string[]> {
  const stays = `The webhook ${body.url} for ${body.type} may still be registered: remove it there.`;
  try {
    const { fault } = await exchanges.send({ call: 'removeWebhook', purpose: 'remove', body });
    await exchanges.send({ call: 'getWebhooks', purpose: 'removed' });
    await exchanges.send({ call: 'removeWebhook', purpose: 'remove again', body });
    return fault === null ? [] : [stays];
  } catch (error) {
    if (error instanceof GoneError) return [stays];
    throw error;
  }
}
