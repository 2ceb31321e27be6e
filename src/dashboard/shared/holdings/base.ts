import type { QueryClient } from '@tanstack/react-query';
import type { Statement } from '#contract/statement.ts';
import type { Wallet } from '#contract/wallet.ts';
import { type TaggedUser, userQuery, walletsQuery } from '../api/portfolio.ts';
import { inForceAt, statementsQuery } from '../api/statements.ts';
import type { Position } from './draft.ts';

/** A user's holdings as they were when an edit began. */
export interface HoldingsBase {
  readonly tagged: TaggedUser;
  readonly wallets: readonly Wallet[];
  /** null where the service does not tell them. */
  readonly statements: readonly Statement[] | null;
}

/** Reads them anew. The user comes first: what changes after its tag was given is refused, never overlooked. */
export async function readBase(
  client: QueryClient,
  customId: string,
  tellsStatements: boolean,
): Promise<HoldingsBase> {
  const fresh = { staleTime: 0 };
  const tagged = await client.fetchQuery({ ...userQuery(customId), ...fresh });
  const [wallets, statements] = await Promise.all([
    client.fetchQuery({ ...walletsQuery(customId), ...fresh }),
    tellsStatements ? client.fetchQuery({ ...statementsQuery(customId), ...fresh }) : null,
  ]);
  return { tagged, wallets, statements };
}

/**
 * The positions of a wallet in force at an instant; null where they are not known.
 * @param at ISO time; null: now.
 */
export function positionsInForce(
  { wallets, statements }: HoldingsBase,
  thematicId: string,
  at: string | null,
): readonly Position[] | null {
  const wallet = wallets.find(({ thematics }) => thematics === thematicId);
  if (at === null) {
    return wallet?.tokens.map(({ token, amount }) => ({ token: token._id, amount })) ?? [];
  }
  if (statements === null) return wallet === undefined ? [] : null;
  return inForceAt(statements, thematicId, Date.parse(at))?.tokens ?? [];
}
