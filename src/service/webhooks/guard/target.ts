import { isIP } from 'node:net';
import { maximumWebhookUrlLength } from '#contract/webhook.ts';
import type { WebhookTargets } from '../../portfolio/dependencies.ts';
import { problem } from '#platform/http/problem.ts';
import { allowedLoopback, isLocalhost, ruleAgainst } from './addresses.ts';
import { hostOf } from './host.ts';
import { isInspector, isOwnService, ownService } from './own.ts';

/**
 * The URL of an endpoint in its one form: host lower-cased, default port and fragment dropped (WHATWG URL).
 * Judges the text alone, without DNS: 422 invalid-url, and webhook-target-forbidden with the `rule` that forbids it.
 * @param origins where processes of the service listen on this machine: no targets, except their inspectors.
 */
export function checkTarget(
  text: string,
  targets: WebhookTargets,
  origins: readonly string[] = [],
): string {
  const url = normalisedUrl(text);
  if (isInspector(url, origins)) return url.href;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalid(`begins with ${url.protocol}; webhooks are sent over https`);
  }
  if (isOwnService(url, origins)) {
    throw forbidden(
      ownService.name,
      `${url.host} is ${ownService.meaning}; only its inspector receives messages.`,
    );
  }
  if (url.protocol === 'http:' && !targets.allowHttp) {
    throw forbidden(
      'https-only',
      'Webhooks are sent over https only, so that nobody in between can read them.',
    );
  }
  checkHost(url.hostname, targets.allowNetworks);
  return url.href;
}

/** The one form of a URL by which an endpoint is known: WHATWG's, without its fragment. 422 invalid-url. */
export function normalisedUrl(text: string): URL {
  // Its form is looked at too: it may be up to nine times as long as the text.
  const url = text.length <= maximumWebhookUrlLength && URL.canParse(text) ? new URL(text) : null;
  if (url !== null) url.hash = '';
  const length = url?.href.length ?? text.length;
  if (length > maximumWebhookUrlLength) {
    throw invalid(`has ${length} characters; the maximum is ${maximumWebhookUrlLength}`);
  }
  if (url === null) throw invalid('is not an absolute URL such as https://example.com/hooks');
  if (url.username !== '' || url.password !== '') {
    throw invalid('holds a user name or a password; leave them out, every message is signed');
  }
  return url;
}

function checkHost(hostname: string, allowNetworks: readonly string[]): void {
  const host = hostOf(hostname);
  if (isIP(host) === 0) {
    if (!isLocalhost(host) || allowedLoopback(allowNetworks).length > 0) return;
    throw forbidden('localhost', `${host} is this machine.`);
  }
  const rule = ruleAgainst(host, allowNetworks);
  if (rule !== null) throw forbidden(rule.name, `${host} is ${rule.meaning}.`);
}

function invalid(fault: string): Error {
  return problem('invalid-url', `The url ${fault}.`, {
    errors: [{ pointer: '/url', detail: fault }],
  });
}

function forbidden(rule: string, detail: string): Error {
  return problem('webhook-target-forbidden', `${detail} Messages may not be sent there.`, {
    errors: [{ pointer: '/url', detail: `is forbidden by the rule ${rule}` }],
    members: { rule },
  });
}
