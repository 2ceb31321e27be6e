import { queryOptions } from '@tanstack/react-query';
import { paths } from '#contract/paths.ts';
import { webhookList } from '#contract/webhook.ts';
import { get } from '../shared/api/client.ts';
import { waitOf } from '../shared/api/errors.ts';

/** Every webhook that is registered. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => get(paths.webhooks(), webhookList, signal),
  refetchInterval: ({ state }) => waitOf(state.error) || 60_000,
});
