import { isIP } from 'node:net';
import { getInspector } from '#contract/operations/inspector.ts';
import { maximumWebhookUrlLength } from '#contract/webhook.ts';
import type { WebhookTargets } from '../../portfolio/dependencies.ts';
import { problem } from '#platform/http/problem.ts';
import { allowedLoopback, isLocalhost, loopback, ruleAgainst, settingFor } from './addresses.ts';
import { hostOf } from './host.ts';
import { isInspector, isOwnService, ownService } from './own.ts';

/**
 * Validates the URL of an endpoint and returns its normal form: host lower-cased, default port and fragment dropped
 * (WHATWG URL). Checks only the text, without DNS: 422 invalid-url, and webhook-target-forbidden with the `rule` that
 * forbids it.
 * @param origins origins of the service on this machine: forbidden, except their inspectors.
 */
export function checkTarget(
  text: string,
  targets: WebhookTargets,
  origins: readonly string[] = [],
): string {
  const url = normalisedUrl(text);
  if (isInspector(url, origins)) return url.href;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalid(`begins with ${url.protocol}; it must begin with https:`);
  }
  if (isOwnService(url, origins)) {
    throw forbidden(
      [ownService.name],
      `${url.host} is ${ownService.meaning}; only its inspector receives messages.`,
    );
  }
  const refusals = [protocolRefusal(url, targets), hostRefusal(url, targets)].filter(
    (one) => one !== null,
  );
  if (refusals.length === 0) return url.href;
  const details = refusals.map(({ detail }) => detail).join(' ');
  const ways = refusals.map(({ what, setting }) => `${what} needs ${setting}`).join(', ');
  const [own] = origins;
  const inspector =
    own === undefined ? '' : `; or use the built-in inspector, ${own}${getInspector.path}/demo`;
  throw forbidden(
    refusals.map(({ rule }) => rule),
    `${details} To allow it: ${ways}${inspector}.`,
  );
}

/** The normal form that identifies an endpoint: WHATWG's, without the fragment. 422 invalid-url. */
export function normalisedUrl(text: string): URL {
  // The normal form is checked too: it may be up to nine times as long as the text.
  const url = text.length <= maximumWebhookUrlLength && URL.canParse(text) ? new URL(text) : null;
  if (url !== null) url.hash = '';
  const length = url?.href.length ?? text.length;
  if (length > maximumWebhookUrlLength) {
    throw invalid(`has ${length} characters; the maximum is ${maximumWebhookUrlLength}`);
  }
  if (url === null) throw invalid('is not an absolute URL such as https://example.com/hooks');
  if (url.username !== '' || url.password !== '') {
    throw invalid('contains a user name or password; remove them, because every message is signed');
  }
  return url;
}

interface TargetRefusal {
  readonly rule: string;
  readonly detail: string;
  readonly what: string;
  readonly setting: string;
}

function protocolRefusal({ protocol }: URL, { allowHttp }: WebhookTargets): TargetRefusal | null {
  if (protocol === 'https:' || allowHttp) return null;
  const detail = 'Webhook URLs must use https.';
  return { rule: 'https-only', detail, what: 'http', setting: 'WEBHOOKS_ALLOW_HTTP=1' };
}

function hostRefusal({ hostname }: URL, { allowNetworks }: WebhookTargets): TargetRefusal | null {
  const host = hostOf(hostname);
  if (isIP(host) === 0) {
    if (!isLocalhost(host) || allowedLoopback(allowNetworks).length > 0) return null;
    const setting = settingFor(loopback[0], allowNetworks);
    return { rule: 'localhost', detail: `${host} is this machine.`, what: host, setting };
  }
  const rule = ruleAgainst(host, allowNetworks);
  if (rule === null) return null;
  const setting = settingFor(host, allowNetworks);
  return { rule: rule.name, detail: `${host} is ${rule.meaning}.`, what: host, setting };
}

function invalid(fault: string): Error {
  return problem('invalid-url', `The url ${fault}.`, {
    errors: [{ pointer: '/url', detail: fault }],
  });
}

/** @param rules all that forbid the URL; the first is the problem's `rule`. */
function forbidden(rules: readonly string[], detail: string): Error {
  return problem('webhook-target-forbidden', detail, {
    errors: rules.map((rule) => ({ pointer: '/url', detail: `is forbidden by the rule ${rule}` })),
    members: { rule: rules[0] },
  });
}
