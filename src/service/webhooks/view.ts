import type { Context } from 'hono';
import type { Attempt, DeliveryWithAttempts } from '#contract/delivery.ts';
import type { InspectedMessage } from '#contract/inspector.ts';
import { callOf } from '#platform/http/caller.ts';
import { withoutAddresses, withoutQuery } from '#platform/http/webhookAddress.ts';

interface WebhookView {
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
 * Hides secrets and signatures, the query of every address (receivers often take a token there), and responses, which
 * may repeat either.
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

/** The view for the sender of a request: admins see everything, others no secrets. */
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
