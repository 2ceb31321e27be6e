import { queryOptions } from '@tanstack/react-query';
import { getStatements } from '#contract/operations/wallets.ts';
import type { Statement } from '#contract/statement.ts';
import { call } from './client.ts';

/** What was stated of a user's wallets, newest first, where the service offers it. */
export function statementsQuery(customId: string) {
  return queryOptions({
    queryKey: ['user', customId, 'statements'],
    queryFn: ({ signal }) => call(getStatements, { params: { id: customId } }, signal),
  });
}

/** The statement of a wallet in force at an instant; undefined where nothing was stated up to then. */
export function inForceAt(
  statements: readonly Statement[],
  thematicId: string,
  at: number,
): Statement | undefined {
  let found: Statement | undefined;
  for (const statement of statements) {
    const stands = statement.status === 'current' || statement.status === 'earlier';
    const since = Date.parse(statement.at);
    if (!stands || statement.thematics !== thematicId || since > at) continue;
    if (found === undefined || since > Date.parse(found.at)) found = statement;
  }
  return found;
}
