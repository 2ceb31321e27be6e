import type { Context } from 'hono';
import type { Connections, Queries, TransactionOptions } from '../database/database.ts';
import { callOf, type ChangeFacts } from './caller.ts';

/**
 * Makes a change of a request in one transaction, with its audit entry.
 * @param factsOf returns facts for the entry; null: nothing changed, and there is no entry.
 */
export function makeChange<Result>(
  c: Context,
  database: Connections,
  work: (tx: Queries) => Promise<Result>,
  factsOf: (result: Result) => ChangeFacts | null = () => ({}),
  options?: TransactionOptions,
): Promise<Result> {
  const { recorder } = callOf(c);
  return database.transaction(async (tx) => {
    const result = await work(tx);
    const facts = factsOf(result);
    if (facts !== null) await recorder.change(tx, facts);
    return result;
  }, options);
}
