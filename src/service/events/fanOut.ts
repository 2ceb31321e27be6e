import { sql, type SQL } from 'drizzle-orm';

/**
 * Creates a delivery of each new event for each endpoint with a webhook of its type, in the statement that writes the
 * events: one delivery, however many webhooks of the endpoint match. A disabled endpoint gets none; missed events can
 * be recovered.
 * @param event the written rows, with their `seq`, `type`, `test` and `created_at`.
 * @param at when they are due: the same for all of a statement, so that endpoints number them in the order of `seq`.
 */
export function deliveriesOf(event: SQL, at: number): SQL {
  return sql`
    INSERT INTO deliveries (endpoint_seq, event_seq, due_at, created_at)
    SELECT DISTINCT endpoint.seq, event.seq, ${at}::bigint, event.created_at
    FROM ${event} event
    JOIN webhooks webhook ON webhook.type IN (event.type, '*')
    JOIN endpoints endpoint ON endpoint.seq = webhook.endpoint_seq AND endpoint.status <> 'disabled'
    WHERE NOT event.test
    ORDER BY event.seq, endpoint.seq`;
}
