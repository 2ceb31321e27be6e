import { eq } from 'drizzle-orm';
import type { Context, Hono } from 'hono';
import {
  recoveryRequest,
  signatureCheck,
  testRequest,
  type EndpointSecret,
} from '#contract/delivery.ts';
import { paths } from '#contract/paths.ts';
import { parseTime } from '#contract/time.ts';
import { eventTypes, type EventType } from '#contract/webhook.ts';
import { eventDescriptions } from '#contract/events.ts';
import type { Queries } from '../../database/database.ts';
import { deliveries, endpoints, type EndpointRow } from '../../database/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { bodyLimits, readJson } from '../../http/body.ts';
import { sendPrivate, sendTagged } from '../../http/conditions.ts';
import { nextLink, readPage } from '../../http/page.ts';
import { lockEvents } from '../../events/log.ts';
import { resource } from '../../http/resource.ts';
import { problem } from '../../problem.ts';
import { newSecret, readSecret, seal, unseal } from '../secrets.ts';
import { enabled } from '../store.ts';
import { cancelRecovery, countMissing, readRecovery, recover, redeliver } from './again.ts';
import {
  deliveryId,
  readDeliveries,
  readDelivery,
  readDeliveryWithAttempts,
} from './deliveries.ts';
import { checkEnabled, findEndpoint, readEndpoints, readSummary, timeOf } from './endpoints.ts';
import { readFilter } from './filter.ts';
import { inspectorRoutes } from './inspectorRoutes.ts';
import { describeTypes } from './types.ts';
import { checkSignature } from './verify.ts';

/** Two secrets sign for so long after one took the other's place. */
const bothSign = 24 * 60 * 60 * 1000;
const pageSize = 50;

/** `/x/webhooks…`: what an admin sees of deliveries, and does about them. */
export function workbenchRoutes(app: Hono, dependencies: Dependencies): void {
  const { database, clock, events, secretKey } = dependencies;
  const { queries } = database;

  const showEndpoint = async (id: string, c: Context) => {
    const [endpoint] = await readEndpoints(queries, clock(), await findEndpoint(queries, id));
    return sendPrivate(c, endpoint);
  };

  resource(app, '/x/webhooks', {
    GET: { handle: async (c) => sendPrivate(c, await readSummary(queries, clock())) },
  });

  resource(app, '/x/webhooks/types', {
    GET: { handle: (c) => sendTagged(c, describeTypes()) },
  });

  resource(app, '/x/webhooks/endpoints', {
    GET: { handle: async (c) => sendPrivate(c, await readEndpoints(queries, clock())) },
  });

  resource(app, '/x/webhooks/endpoints/:id', {
    GET: { handle: (c) => showEndpoint(idOf(c), c) },
  });

  resource(app, '/x/webhooks/endpoints/:id/enable', {
    POST: {
      handle: async (c) => {
        await database.transaction(async (tx) => {
          const { seq } = await findEndpoint(tx, idOf(c), { isLocked: true });
          await tx
            .update(endpoints)
            .set({ ...enabled, failingSince: null })
            .where(eq(endpoints.seq, seq));
          await lockEvents(tx);
        });
        events.wake();
        return showEndpoint(idOf(c), c);
      },
    },
  });

  resource(app, '/x/webhooks/endpoints/:id/secret', {
    GET: {
      handle: async (c) => sendPrivate(c, secretOf(await findEndpoint(queries, idOf(c)))),
    },
    POST: {
      handle: async (c) => {
        const now = clock();
        const rotated = await database.transaction(async (tx) => {
          const { seq, secret } = await findEndpoint(tx, idOf(c), { isLocked: true });
          const [row] = await tx
            .update(endpoints)
            .set({
              secret: seal(newSecret(), secretKey),
              // One that was lost with its key would keep every message from being signed.
              ...(readSecret(secret, secretKey) === null
                ? { previousSecret: null, previousUntil: null }
                : { previousSecret: secret, previousUntil: now + bothSign }),
            })
            .where(eq(endpoints.seq, seq))
            .returning();
          return row;
        });
        if (rotated === undefined) throw new Error('An endpoint that was locked was not found');
        return sendPrivate(c, secretOf(rotated));
      },
    },
  });

  resource(app, '/x/webhooks/endpoints/:id/test', {
    POST: {
      handle: async (c) => {
        const { type } = await readJson(c, testRequest, bodyLimits.webhook);
        const known = eventTypes.find((name) => name === type);
        if (known === undefined) throw unknownType(type);
        const id = await database.transaction((tx) => makeTest(tx, idOf(c), known));
        return sendPrivate(c, await readDelivery(queries, id, clock()), 201);
      },
    },
  });

  resource(app, '/x/webhooks/endpoints/:id/recover', {
    POST: {
      handle: async (c) => {
        const { since, dryRun } = await readJson(c, recoveryRequest, bodyLimits.webhook);
        const from = parseTime(since);
        if (dryRun === true) {
          const endpoint = await findEndpoint(queries, idOf(c));
          return sendPrivate(c, {
            count: await countMissing(queries, endpoint, { since: from, now: clock() }),
          });
        }
        const id = await recover(database, idOf(c), {
          since: from,
          now: clock(),
          wake: events.wake,
        });
        return sendPrivate(c, await readRecovery(queries, id), 201, {
          Location: paths.recovery(id),
        });
      },
    },
  });

  resource(app, '/x/webhooks/recoveries/:id', {
    GET: { handle: async (c) => sendPrivate(c, await readRecovery(queries, idOf(c))) },
    DELETE: {
      handle: async (c) => sendPrivate(c, await cancelRecovery(database, idOf(c), clock())),
    },
  });

  resource(app, '/x/webhooks/deliveries', {
    GET: {
      query: ['endpoint', 'type', 'state', 'from', 'to', 'limit', 'after'],
      handle: async (c) => {
        const url = new URL(c.req.url);
        const page = readPage(url.searchParams);
        const limit = page?.limit ?? pageSize;
        const { rows, last } = await readDeliveries(queries, readFilter(url.searchParams), {
          limit,
          now: clock(),
          before: page === null || page.after === 0 ? null : page.after,
        });
        return sendPrivate(c, rows, 200, last === null ? {} : { Link: nextLink(url, limit, last) });
      },
    },
  });

  resource(app, '/x/webhooks/deliveries/:id', {
    GET: {
      handle: async (c) =>
        sendPrivate(c, await readDeliveryWithAttempts(queries, idOf(c), clock())),
    },
  });

  resource(app, '/x/webhooks/deliveries/:id/redeliver', {
    POST: {
      handle: async (c) => {
        await redeliver(database, idOf(c), { now: clock(), wake: events.wake });
        return sendPrivate(c, await readDelivery(queries, idOf(c), clock()));
      },
    },
  });

  resource(app, '/x/webhooks/verify', {
    POST: {
      handle: async (c) =>
        sendPrivate(
          c,
          checkSignature(await readJson(c, signatureCheck, bodyLimits.inspected), clock()),
        ),
    },
  });

  inspectorRoutes(app, dependencies);

  function secretOf({ secret, previousUntil }: EndpointRow): EndpointSecret {
    const signsToo = previousUntil !== null && previousUntil > clock();
    return {
      secret: unseal(secret, secretKey),
      previousUntil: signsToo ? timeOf(previousUntil) : null,
    };
  }

  /** A made-up event of a type on its way to one endpoint, whether that asks for it or not. @returns its delivery. */
  async function makeTest(tx: Queries, id: string, type: EventType): Promise<string> {
    const endpoint = await findEndpoint(tx, id, { isLocked: true });
    checkEnabled(endpoint);
    const now = clock();
    const { example } = eventDescriptions[type];
    const seqs = await events.appendNow(tx, now, [
      { type, subject: 'test', data: example, test: true },
    ]);
    const [made] = await tx
      .insert(deliveries)
      .values({ endpointSeq: endpoint.seq, eventSeq: seqs[0] ?? 0, dueAt: now, createdAt: now })
      .returning({ seq: deliveries.seq });
    if (made === undefined) throw new Error('A delivery that was inserted was not returned');
    return deliveryId(made.seq);
  }
}

function unknownType(type: string): Error {
  return problem(
    'webhook-type-unknown',
    `There is no event of type ${JSON.stringify(type)}; it is one of ${eventTypes.join(', ')}.`,
    {
      errors: [{ pointer: '/type', detail: 'is no type of event' }],
      members: { allowed: eventTypes },
    },
  );
}

function idOf(c: Context): string {
  return c.req.param('id') ?? '';
}
