import { sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';

/**
 * Makes a delivery of each event for each endpoint that asks for its type, in the transaction of the event: once, however
 * many of the endpoint's webhooks ask. A disabled endpoint gets none; what it missed can be recovered.
 */
export async function fanOut(tx: Queries, seqs: readonly number[], at: number): Promise<void> {
  const first = seqs[0];
  const last = seqs.at(-1);
  if (first === undefined || last === undefined) return;
  await tx.execute(sql`
    INSERT INTO deliveries (endpoint_seq, event_seq, due_at, created_at)
    SELECT DISTINCT endpoint.seq, event.seq, ${at}::bigint, ${at}::bigint
    FROM events event
    JOIN webhooks webhook ON webhook.type IN (event.type, '*')
    JOIN endpoints endpoint ON endpoint.seq = webhook.endpoint_seq AND endpoint.status <> 'disabled'
    WHERE event.seq BETWEEN ${first} AND ${last} AND NOT event.test
    ORDER BY event.seq, endpoint.seq`);
}
