import type { Endpoint as Worked } from '#contract/endpoint.ts';
import type { Webhook } from '#contract/webhook.ts';

/** All webhooks of one URL. */
export interface Endpoint {
  url: string;
  /** Types in order of registration. */
  types: string[];
  status: Webhook['status'];
  /** When its first webhook was registered. */
  createdAt: string;
}

/** An endpoint with its deliveries; null until they are known. */
export interface ListedEndpoint extends Endpoint {
  readonly worked: Worked | null;
}

const worst: Record<Webhook['status'], number> = { enabled: 0, paused: 1, disabled: 2 };

/** Webhooks grouped by URL, the oldest endpoint first. An endpoint is as well as the worst of its webhooks. */
export function endpointsOf(webhooks: readonly Webhook[]): Endpoint[] {
  const ordered = webhooks.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  return [...Map.groupBy(ordered, ({ url }) => url)].map(([url, group]) => ({
    url,
    types: [...new Set(group.map(({ type }) => type))],
    status: group.reduce<Webhook['status']>(
      (status, webhook) => (worst[webhook.status] > worst[status] ? webhook.status : status),
      'enabled',
    ),
    createdAt: group[0]?.createdAt ?? '',
  }));
}

/** The endpoints of the webhooks, each with what is known of its deliveries, whose status is the newer. */
export function listedEndpoints(
  webhooks: readonly Webhook[],
  worked: readonly Worked[],
): ListedEndpoint[] {
  return endpointsOf(webhooks).map((endpoint) => {
    const its = worked.find(({ url }) => url === endpoint.url) ?? null;
    return { ...endpoint, status: its?.status ?? endpoint.status, worked: its };
  });
}

/** How an endpoint is, as its mark shows it: one that is enabled may be retrying. */
export type Condition = Webhook['status'] | 'retrying';

export function conditionOf({ status, worked }: ListedEndpoint): Condition {
  return status === 'enabled' && (worked?.retrying ?? 0) > 0 ? 'retrying' : status;
}

/** The host of a URL and what follows it, as they are written; a text that is no URL is all host. */
export function partsOf(url: string): { host: string; rest: string } {
  if (!URL.canParse(url)) return { host: url, rest: '' };
  const { protocol, host, pathname, search } = new URL(url);
  const scheme = protocol === 'https:' ? '' : `${protocol}//`;
  const path = pathname === '/' && search === '' ? '' : pathname;
  return { host: `${scheme}${host}`, rest: `${path}${search}` };
}
