import type { Endpoint, EndpointStatus } from '#contract/endpoint.ts';
import type { Webhook } from '#contract/webhook.ts';

/** All webhooks of one URL, with the health of their endpoint. */
export interface ListedEndpoint {
  readonly url: string;
  /** Types in order of registration. */
  readonly types: readonly string[];
  /** null where the service does not say. */
  readonly status: Webhook['status'];
  /** When its first webhook was registered; null where the service does not say. */
  readonly createdAt: string | null;
  /** This dashboard registered it, to hear of changes. */
  readonly isOwn: boolean;
  /** With the types as they are registered now; null until it is known. */
  readonly details: Endpoint | null;
}

const severity: Record<EndpointStatus, number> = { enabled: 0, paused: 1, disabled: 2 };
const severityOf = ({ status }: Webhook) => (status === null ? -1 : severity[status]);
/** Of what has no time the order is kept. */
const timeOf = ({ createdAt }: Webhook) => (createdAt === null ? 0 : Date.parse(createdAt));

/**
 * Webhooks grouped by URL, the oldest endpoint first. Until its details are known, an endpoint has the worst status of its
 * webhooks.
 */
export function listedEndpoints(
  webhooks: readonly Webhook[],
  endpoints: readonly Endpoint[],
): ListedEndpoint[] {
  const ordered = webhooks.toSorted((a, b) => timeOf(a) - timeOf(b));
  return [...Map.groupBy(ordered, ({ url }) => url)].map(([url, group]) => {
    const types = [...new Set(group.map(({ type }) => type))];
    const known = endpoints.find((endpoint) => endpoint.url === url);
    const [worst] = group.toSorted((a, b) => severityOf(b) - severityOf(a));
    return {
      url,
      types,
      status: known?.status ?? worst?.status ?? null,
      createdAt: group[0]?.createdAt ?? null,
      isOwn: group.some(({ isOwn }) => isOwn === true),
      details: known === undefined ? null : { ...known, types },
    };
  });
}

/** How an endpoint does: one that is enabled may be retrying, or have failed last. */
export type Condition = EndpointStatus | 'retrying' | 'failing';

/** null where the service does not say. */
export function conditionOf({ status, details }: ListedEndpoint): Condition | null {
  if (status !== 'enabled' || details === null) return status;
  if (details.retrying > 0) return 'retrying';
  const { lastSuccessAt = null, lastFailureAt = null } = details.health ?? {};
  if (lastFailureAt === null) return 'enabled';
  const hasFailedLast =
    lastSuccessAt === null || Date.parse(lastFailureAt) > Date.parse(lastSuccessAt);
  return hasFailedLast ? 'failing' : 'enabled';
}

/** The host of a URL and what follows it, as they are written; a text that is no URL is all host. */
export function urlParts(url: string): { host: string; rest: string } {
  if (!URL.canParse(url)) return { host: url, rest: '' };
  const { protocol, host, pathname, search } = new URL(url);
  const scheme = protocol === 'https:' ? '' : `${protocol}//`;
  const origin = `${protocol}//${host}`;
  const rest = url.startsWith(origin) ? url.slice(origin.length) : pathname + search;
  return { host: `${scheme}${host}`, rest: rest === '/' ? '' : rest };
}

/** A URL as it is written in a sentence: without `https://`. */
export function shortUrl(url: string): string {
  const { host, rest } = urlParts(url);
  return host + rest;
}

/** An address of the inspector: its own with a name at the end. */
export function inspectorAddress(url: string): string {
  return `${url}demo`;
}

/** The URL that somebody who typed this one most likely means, and that may be registered: over https, without a user name. */
export function repairedUrl(text: string): string | null {
  const typed = text.trim().replaceAll(/\s+/g, '');
  const candidate = `https://${typed.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, '')}`;
  if (!URL.canParse(candidate)) return null;
  const url = new URL(candidate);
  if (!/[.:]/.test(url.hostname)) return null;
  url.username = '';
  url.password = '';
  return url.href === text.trim() ? null : url.href;
}
