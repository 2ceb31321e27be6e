import type { Endpoint, EndpointStatus } from '#contract/endpoint.ts';
import type { Webhook } from '#contract/webhook.ts';

export interface ListedEndpoint {
  readonly url: string;
  readonly types: readonly string[];
  readonly status: Webhook['status'];
  /** Registration of its first webhook; null if the service does not report it. */
  readonly createdAt: string | null;
  /** This dashboard registered it, to receive changes. */
  readonly isOwn: boolean;
  /** With the current types; null until loaded. */
  readonly details: Endpoint | null;
}

const severity: Record<EndpointStatus, number> = { enabled: 0, paused: 1, disabled: 2 };
const severityOf = ({ status }: Webhook) => (status === null ? -1 : severity[status]);
/** Webhooks without a time keep their order. */
const timeOf = ({ createdAt }: Webhook) => (createdAt === null ? 0 : Date.parse(createdAt));

/** Groups webhooks by URL, oldest endpoint first. Until its details load, an endpoint has the worst status of its webhooks. */
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

/** An enabled endpoint may be retrying, or its last delivery may have failed. */
export type Condition = EndpointStatus | 'retrying' | 'failing';

export function conditionOf({ status, details }: ListedEndpoint): Condition | null {
  if (status !== 'enabled' || details === null) return status;
  if (details.retrying > 0) return 'retrying';
  const { lastSuccessAt = null, lastFailureAt = null } = details.health ?? {};
  if (lastFailureAt === null) return 'enabled';
  const hasFailedLast =
    lastSuccessAt === null || Date.parse(lastFailureAt) > Date.parse(lastSuccessAt);
  return hasFailedLast ? 'failing' : 'enabled';
}

export function urlParts(url: string): { host: string; rest: string } {
  if (!URL.canParse(url)) return { host: url, rest: '' };
  const { protocol, host, pathname, search } = new URL(url);
  const scheme = protocol === 'https:' ? '' : `${protocol}//`;
  const origin = `${protocol}//${host}`;
  const rest = url.startsWith(origin) ? url.slice(origin.length) : pathname + search;
  return { host: `${scheme}${host}`, rest: rest === '/' ? '' : rest };
}

/** For sentences, without `https://`. */
export function shortUrl(url: string): string {
  const { host, rest } = urlParts(url);
  return host + rest;
}

/** Adds a name to the inspector's URL. */
export function inspectorAddress(url: string): string {
  return `${url}demo`;
}

/** Suggests a URL that was probably meant and is allowed: https, without a user name. */
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
