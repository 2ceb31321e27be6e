import { eq } from 'drizzle-orm';
import { secretOverlapHours, type Endpoint, type EndpointSecret } from '#contract/endpoint.ts';
import { eventTypes, isEventType, type EventType } from '#contract/events.ts';
import { pathOf } from '#contract/operation.ts';
import {
  disableEndpoint,
  enableEndpoint,
  getEndpoint,
  getEndpoints,
  getEndpointSecret,
  getRecovery,
  recoverEndpoint,
  rotateEndpointSecret,
  testEndpoint,
  tryEndpoint,
} from '#contract/operations/endpoints.ts';
import { hour } from '#contract/historyType.ts';
import { parseTime } from '#contract/time.ts';
import { afterCommit } from '#platform/database/afterCommit.ts';
import type { Queries } from '#platform/database/database.ts';
import { deliveries, endpoints, type EndpointRow } from '#platform/database/schema/webhooks.ts';
import { fieldChange } from '#platform/http/changes.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { makeChange } from '#platform/http/makeChange.ts';
import { problem } from '#platform/http/problem.ts';
import { exampleEvent } from '../../events/message.ts';
import { insertNumbered, lockNumbers } from '../../events/numbering.ts';
import type { Dependencies } from '../../portfolio/dependencies.ts';
import { newSecret, readSecret, seal, unseal } from '#platform/http/secrets.ts';
import {
  checkEnabled,
  findEndpoint,
  setAttemptDue,
  setDisabled,
  setEnabled,
} from '../registry/endpointStore.ts';
import { timeOf } from '../registry/health.ts';
import { viewFor } from '../view.ts';
import { deliveryId, readDelivery } from './deliveries.ts';
import { readEndpoints } from './endpoints.ts';
import { countMissing, readRecovery, recover } from './recovery.ts';

export function endpointOperations(dependencies: Dependencies): Implementation[] {
  const { database, clock, events, secretKey } = dependencies;
  const { queries } = database;

  return [
    implement(getEndpoints, async (_, c) =>
      (await readEndpoints(queries, clock())).map(viewFor(c).addressed),
    ),

    implement(getEndpoint, async ({ params: { id } }, c) => viewFor(c).addressed(await show(id))),

    implement(enableEndpoint, async ({ params: { id } }, c) => {
      await makeChange(
        c,
        database,
        (tx) => setEnabled(tx, id, clock()),
        (before) => ({ changes: fieldChange('status', before, 'enabled') }),
      );
      events.wake();
      return show(id);
    }),

    implement(disableEndpoint, async ({ params: { id } }, c) => {
      const now = clock();
      await makeChange(
        c,
        database,
        (tx) => setDisabled(tx, id, { events, now }),
        (before) => ({ changes: fieldChange('status', before, 'disabled') }),
      );
      return show(id);
    }),

    implement(tryEndpoint, async ({ params: { id } }, c) => {
      await makeChange(c, database, (tx) => setAttemptDue(tx, id, clock()));
      events.wake();
      return show(id);
    }),

    implement(getEndpointSecret, async ({ params: { id } }) =>
      secretOf(await findEndpoint(queries, id)),
    ),

    implement(rotateEndpointSecret, async ({ params: { id } }, c) => {
      const changes = [{ field: 'secret' }] as const;
      return secretOf(
        await makeChange(
          c,
          database,
          (tx) => rotateSecret(tx, id),
          () => ({ changes }),
        ),
      );
    }),

    implement(testEndpoint, async ({ params: { id }, body: { type } }, c) => {
      if (!isEventType(type)) throw unknownType(type);
      const delivery = await makeChange(c, database, (tx) => createTest(tx, id, type));
      return readDelivery(queries, delivery, clock());
    }),

    implement(recoverEndpoint, async ({ params: { id }, body }, c) => {
      const { includeOlder = false, dryRun = false } = body;
      const since = parseTime(body.since);
      if (dryRun) {
        const endpoint = await findEndpoint(queries, id);
        return countMissing(queries, endpoint, { since, now: clock() });
      }
      const recovery = await makeChange(
        c,
        database,
        (tx) => recover(tx, id, { since, includeOlder, now: clock(), wake: events.wake }),
        () => ({ status: 201 }),
      );
      return new Reply(201, await readRecovery(queries, recovery), {
        Location: pathOf(getRecovery, { params: { id: recovery } }),
      });
    }),
  ];

  async function show(id: string): Promise<Endpoint> {
    const [endpoint] = await readEndpoints(queries, clock(), await findEndpoint(queries, id));
    if (endpoint === undefined) throw new Error('An endpoint that was found was not shown');
    return endpoint;
  }

  function secretOf({ secret, previousUntil }: EndpointRow): EndpointSecret {
    const signsToo = previousUntil !== null && previousUntil > clock();
    return {
      secret: unseal(secret, secretKey),
      previousUntil: signsToo ? timeOf(previousUntil) : null,
    };
  }

  async function rotateSecret(tx: Queries, id: string): Promise<EndpointRow> {
    const { seq, secret } = await findEndpoint(tx, id, { isLocked: true });
    const [row] = await tx
      .update(endpoints)
      .set({
        secret: seal(newSecret(), secretKey),
        // A secret that cannot be decrypted would prevent signing.
        ...(readSecret(secret, secretKey) === null
          ? { previousSecret: null, previousUntil: null }
          : { previousSecret: secret, previousUntil: clock() + secretOverlapHours * hour }),
      })
      .where(eq(endpoints.seq, seq))
      .returning();
    if (row === undefined) throw new Error('An endpoint that was locked was not found');
    return row;
  }

  /** Sends an example event of a type to one endpoint, for any of its webhooks or none. @returns the id of the delivery. */
  async function createTest(tx: Queries, id: string, type: EventType): Promise<string> {
    await lockNumbers(tx);
    const endpoint = await findEndpoint(tx, id, { isLocked: true });
    checkEnabled(endpoint);
    const now = clock();
    const [event] = await insertNumbered(tx, now, [{ ...exampleEvent(type, 'test'), test: true }]);
    afterCommit(tx, events.wake);
    const [inserted] = await tx
      .insert(deliveries)
      .values({ endpointSeq: endpoint.seq, eventSeq: event?.seq ?? 0, dueAt: now, createdAt: now })
      .returning({ seq: deliveries.seq });
    if (inserted === undefined) throw new Error('A delivery that was inserted was not returned');
    return deliveryId(inserted.seq);
  }
}

function unknownType(type: string): Error {
  return problem(
    'webhook-type-unknown',
    `There is no event of type ${JSON.stringify(type)}; it must be one of ${eventTypes.join(', ')}.`,
    {
      errors: [{ pointer: '/type', detail: 'is not a type of event' }],
      members: { allowed: eventTypes },
    },
  );
}
