import type { Context } from 'hono';
import { isObject } from '#contract/mergePatch.ts';
import { getWebhooks, putWebhook, removeWebhook } from '#contract/operations/webhooks.ts';
import { changesPane, settingsPage } from '#contract/pageNames.ts';
import type { Webhook, WebhookRegistration } from '#contract/webhook.ts';
import { callOf, noteChanges, noteSubject } from '#platform/http/caller.ts';
import { fieldChange } from '#platform/http/changes.ts';
import { mustBeNew } from '#platform/http/conditions.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { cover } from '#platform/http/secretCover.ts';
import { readRemoval, withoutQuery } from '#platform/http/webhookAddress.ts';
import type { ForeignChanges } from '../live/foreignChanges.ts';
import { lists } from '../reading/lists.ts';
import { readEachWebhook, readWebhookList } from '../reading/readWebhooks.ts';
import { withoutHookSecret } from '../source/scrub.ts';
import { createSequences } from '../source/sequences.ts';
import { createReader, type ConnectedService, type ForeignReader } from './reader.ts';
import { webhookFrom } from './views.ts';

const { path } = getWebhooks;

/** Manages webhooks at the connected service, which defines their types and sends their messages. */
export function webhookAnswers(
  connection: ConnectedService & { readonly changes: ForeignChanges },
): Implementation[] {
  const { source, onChange, changes } = connection;
  /** The second of two equal simultaneous registrations must see the first one. */
  const inSequence = createSequences();

  return [
    implement(getWebhooks, async (_, c) => {
      const reader = createReader(connection, path);
      const webhooks = await readWebhooks(reader);
      return reader.reply(
        webhooks.map((one) => {
          if (changes.isOwn(one.url)) return { ...withoutSecret(one), isOwn: true as const };
          return isAdmin(c) ? one : withoutSecret(one);
        }),
      );
    }),

    implement(putWebhook, async ({ body }, c) => {
      checkUrl(body.url);
      if (changes.isOwn(body.url)) throw problem('invalid-url', ownUrl);
      checkComplete(body.url);
      noteSubject(c, { name: withoutQuery(body.url) });
      return inSequence(keyOf(body), () => put(body, c));
    }),

    implement(removeWebhook, async ({ query }, c) => {
      const removed = await readRemoval(query, c);
      noteSubject(c, { name: withoutQuery(removed.url) });
      await inSequence(keyOf(removed), () => remove(removed, c));
      noteChanges(c, fieldChange('events', removed.type, undefined));
      return undefined;
    }),
  ];

  async function put(body: WebhookRegistration, c: Context) {
    const reader = createReader(connection, path);
    const before = (await readWebhooks(reader, 0)).find((one) => isOf(one, body));
    const headers = { Location: path };
    if (before !== undefined) {
      if (mustBeNew(c)) {
        throw problem(
          'precondition-failed',
          `There is already a webhook of ${body.url} for ${body.type}.`,
        );
      }
      // A new registration enables a disabled webhook.
      if (before.status !== 'disabled') return reader.reply(before, 200, headers);
    }
    await callOf(c).recorder.start();
    const { json } = await source.write('PUT', path, body);
    changed();
    noteChanges(
      c,
      before === undefined
        ? fieldChange('events', undefined, body.type)
        : fieldChange('status', before.status ?? undefined, 'enabled'),
    );
    const registered = await readAgain(reader, body, json);
    return reader.reply(registered, before === undefined ? 201 : 200, headers);
  }

  async function remove(removed: WebhookRegistration, c: Context): Promise<undefined> {
    const { recorder } = callOf(c);
    if (changes.isOwn(removed.url)) {
      await recorder.start();
      await changes.unregister();
      return undefined;
    }
    checkComplete(removed.url);
    await recorder.start();
    await source.write('DELETE', path, removed, {
      notFound: () =>
        problem(
          'webhook-not-found',
          `There is no webhook of ${JSON.stringify(removed.url)} for ${JSON.stringify(removed.type)}.`,
        ),
    });
    changed();
    return undefined;
  }

  function changed(): void {
    source.forget((one) => one.includes(path));
    onChange();
  }
}

/**
 * Returns the webhook as it is now listed, with its new secret. If it is not listed, returns the service's answer or the
 * registration itself.
 */
async function readAgain(
  reader: ForeignReader,
  body: WebhookRegistration,
  receipt: unknown,
): Promise<Webhook> {
  const secret = isObject(receipt) ? receipt['secret'] : undefined;
  const shown = typeof secret === 'string' ? { secret } : {};
  try {
    const listed = (await readWebhooks(reader)).find((one) => isOf(one, body));
    if (listed !== undefined) return { ...listed, ...shown };
    reader.note('The service accepted it, but does not list it.');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    reader.note(`The service accepted it, but its list could not be read. ${error.message}`);
  }
  const answered = readWebhookList([receipt]).value.find((one) => isOf(one, body));
  const none = { id: null, createdAt: null, status: null, health: null };
  return { ...webhookFrom(answered ?? { ...body, ...none }), ...shown };
}

async function readWebhooks(reader: ForeignReader, maxAge?: number): Promise<Webhook[]> {
  const options = maxAge === undefined ? {} : { maxAge };
  return (await reader.list(path, lists.webhooks, readEachWebhook, options)).value.map(webhookFrom);
}

const isOf = (one: WebhookRegistration, { url, type }: WebhookRegistration): boolean =>
  one.url === url && one.type === type;

const keyOf = ({ url, type }: WebhookRegistration): string => JSON.stringify([url, type]);

const isAdmin = (c: Context): boolean => callOf(c).caller.role === 'admin';

/** Hides tokens in addresses from viewers, and the secret of our own webhook from all users. */
const withoutSecret = (webhook: Webhook): Webhook => ({
  ...webhook,
  _id: withoutHookSecret(withoutQuery(webhook._id)),
  url: withoutHookSecret(withoutQuery(webhook.url)),
});

const ownUrl = `This is the address of this dashboard’s own webhook, which it registers itself: ${settingsPage}, ${changesPane}.`;

/** Rejects an address with the mark that covers a credential. */
function checkComplete(url: string): void {
  if (!url.includes(cover)) return;
  throw problem(
    'invalid-url',
    `Nothing was sent: “${cover}” in ${JSON.stringify(url)} stands for hidden text. Change this webhook at the service itself.`,
    { errors: [{ pointer: '/url', detail: `“${cover}” in it stands for hidden text` }] },
  );
}

function checkUrl(url: string): void {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return;
  throw problem('invalid-url', `${JSON.stringify(url)} is not an http or https URL.`, {
    errors: [{ pointer: '/url', detail: 'is not an http or https URL' }],
  });
}
