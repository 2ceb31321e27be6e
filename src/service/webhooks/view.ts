import type { Context } from 'hono';
import type { Attempt, DeliveryWithAttempts } from '#contract/delivery.ts';
import type { InspectedMessage } from '#contract/inspector.ts';
import { callOf } from '#platform/http/caller.ts';
import { withoutAddresses, withoutQuery } from '#platform/http/webhookAddress.ts';

/** What a caller sees of webhooks. */
interface WebhookView {
  /** Of what is shown with an address. */
  readonly addressed: <Shown extends { readonly url: string }>(shown: Shown) => Shown;
  readonly delivery: (delivery: DeliveryWithAttempts) => DeliveryWithAttempts;
  readonly message: (message: InspectedMessage) => InspectedMessage;
}

const complete: WebhookView = {
  addressed: (shown) => shown,
  delivery: (delivery) => delivery,
  message: (message) => message,
};

/**
 * Without secrets and signatures, without the query of any address (receivers often take a token there), and without what a
 * receiver answered, since it may repeat either.
 */
const withoutSecrets: WebhookView = {
  addressed: (shown) => ({ ...shown, url: withoutQuery(shown.url) }),
  delivery: (delivery) => ({
    ...delivery,
    url: withoutQuery(delivery.url),
    body: withoutAddresses(delivery.body),
    history: delivery.history.map(withoutAnswer),
  }),
  message: (message) => ({
    ...message,
    name: withoutQuery(message.name),
    headers: shownHeaders(message.headers),
    body: withoutAddresses(message.body),
  }),
};

/** What the sender of a request may see of webhooks: an admin all of it, anyone else nothing secret. */
export function viewFor(c: Context): WebhookView {
  return callOf(c).caller.role === 'admin' ? complete : withoutSecrets;
}

const shownNames = /^(content-type|user-agent|webhook-(?!signature)[\w-]+)$/i;

function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => shownNames.test(name)));
}

function withoutAnswer(attempt: Attempt): Attempt {
  const isAnswerHidden = attempt.answer !== null;
  return {
    ...attempt,
    request: shownHeaders(attempt.request),
    answer: null,
    ...(isAnswerHidden ? { isAnswerHidden } : {}),
  };
}
