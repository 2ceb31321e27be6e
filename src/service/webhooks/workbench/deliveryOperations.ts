import { defaultPageSize } from '#contract/operations/paging.ts';
import {
  deleteRecovery,
  getDeliveries,
  getDelivery,
  getRecovery,
  getWebhooksSummary,
  getWebhookTypes,
  redeliverDelivery,
} from '#contract/operations/endpoints.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { makeChange } from '#platform/http/makeChange.ts';
import { nextLink, readCursor } from '#platform/http/page.ts';
import type { Dependencies } from '../../portfolio/dependencies.ts';
import { viewFor } from '../view.ts';
import { readDeliveries, readDelivery, readDeliveryWithAttempts } from './deliveries.ts';
import { cancelRecovery, readRecovery } from './recovery.ts';
import { redeliver } from './redelivery.ts';
import { readWebhooksSummary } from './webhooksSummary.ts';
import { describeTypes } from './types.ts';

export function deliveryOperations({ database, clock, events }: Dependencies): Implementation[] {
  const { queries } = database;

  return [
    implement(getWebhooksSummary, () => readWebhooksSummary(queries, clock())),

    implement(getWebhookTypes, () => describeTypes()),

    implement(getDeliveries, async ({ query: { limit: given, after, ...filter } }, c) => {
      const limit = given ?? defaultPageSize.deliveries;
      const { rows, last } = await readDeliveries(queries, filter, {
        limit,
        now: clock(),
        before: after === undefined ? null : readCursor(after),
      });
      const next = last === null ? {} : { Link: nextLink(new URL(c.req.url), limit, last) };
      return new Reply(200, rows.map(viewFor(c).addressed), next);
    }),

    implement(getDelivery, async ({ params: { id } }, c) =>
      viewFor(c).delivery(await readDeliveryWithAttempts(queries, id, clock())),
    ),

    implement(redeliverDelivery, async ({ params: { id } }, c) => {
      const options = { now: clock(), wake: events.wake };
      await makeChange(c, database, (tx) => redeliver(tx, id, options));
      return readDelivery(queries, id, clock());
    }),

    implement(getRecovery, ({ params: { id } }) => readRecovery(queries, id)),

    implement(deleteRecovery, ({ params: { id } }, c) =>
      makeChange(c, database, (tx) => cancelRecovery(tx, id, clock())),
    ),
  ];
}
