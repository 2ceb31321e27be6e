import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { Statement, WalletStatement } from '#contract/statement.ts';
import { sendUpdate } from '../api/updateUser.ts';
import { readBase } from './base.ts';
import { positionOf, statementOf, statementText, stands, takingBack } from './statement.ts';

/**
 * Retracts a statement that counts, and states one again that does not, for the instant it was stated for. Tells the
 * statement that takes this back. What was read is read anew: a statement that someone else changed meanwhile is left alone.
 */
export function restate(client: QueryClient, customId: string) {
  return mutationOptions({
    mutationFn: async (shown: Statement): Promise<WalletStatement | null> => {
      const base = await readBase(client, customId, true);
      const now = base.statements?.find(({ _id }) => _id === shown._id);
      if (now?.status !== shown.status) throw new Error('someone else changed it meanwhile.');
      const again = statementOf(now.thematics, now.tokens.map(positionOf), now.at);
      const statement = stands(now) ? { ...again, tokens: null } : again;
      await sendUpdate(customId, { json: statementText(statement), etag: base.tagged.etag });
      return takingBack(base, statement);
    },
    meta: {
      invalidates: [['user', customId], ['users']],
      failure: 'The statement was left as it is',
    },
  });
}
