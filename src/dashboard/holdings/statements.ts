import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { isInEffect, type Statement, type WalletStatement } from '#contract/statement.ts';
import type { Wallet } from '#contract/wallet.ts';
import { keys } from '../portfolio/queryKeys.ts';
import { sendUpdate, updateAside } from '../portfolio/mutations.ts';
import { type TaggedUser, userQueries, walletQueries } from '../portfolio/userQueries.ts';
import type { DraftPosition } from './draft.ts';

/** A user's holdings as they were when an edit began. */
export interface HoldingsBase {
  readonly tagged: TaggedUser;
  readonly wallets: readonly Wallet[];
  readonly statements: readonly Statement[];
}

/** Reads them anew. The user comes first: what changes after its tag was given is refused, never overlooked. */
export async function readBase(client: QueryClient, customId: string): Promise<HoldingsBase> {
  const fresh = { staleTime: 0 };
  const tagged = await client.fetchQuery({ ...userQueries.one(customId), ...fresh });
  const [wallets, statements] = await Promise.all([
    client.fetchQuery({ ...walletQueries.all(customId), ...fresh }),
    client.fetchQuery({ ...walletQueries.statements(customId), ...fresh }),
  ]);
  return { tagged, wallets, statements };
}

/** The statements of a wallet that count, ascending, each with the instant (epoch ms) from which it does. */
function countingOf({ statements }: Pick<HoldingsBase, 'statements'>, thematicId: string) {
  return statements
    .filter((one) => one.thematics === thematicId && isInEffect(one))
    .map((one) => ({ ...one, since: Date.parse(one.at) }))
    .toSorted((a, b) => a.since - b.since);
}

/**
 * The positions of a wallet in force at an instant.
 * @param at ISO time; null: now.
 */
export function positionsInForce(
  base: Pick<HoldingsBase, 'wallets' | 'statements'>,
  thematicId: string,
  at: string | null,
): readonly DraftPosition[] {
  if (at === null) {
    const wallet = base.wallets.find(({ thematics }) => thematics === thematicId);
    return (wallet?.tokens ?? []).flatMap(({ token, amount }) =>
      amount === null ? [] : [{ token: token._id, amount }],
    );
  }
  return (
    countingOf(base, thematicId).findLast(({ since }) => since <= Date.parse(at))?.tokens ?? []
  );
}

/** Since when a later statement of the wallet holds instead of one at an instant; null: none does. */
export function supersededAt(base: HoldingsBase, thematicId: string, at: string): string | null {
  return countingOf(base, thematicId).find(({ since }) => since > Date.parse(at))?.at ?? null;
}

/** The text that states one wallet's whole positions; so long ones are written without line breaks. */
export function statementText(statement: WalletStatement): string {
  const isLong = (statement.tokens?.length ?? 0) > 100;
  return JSON.stringify({ wallets: [statement] }, null, isLong ? undefined : 2);
}

/** One wallet's positions from an instant on. Without an instant the service takes its own as of. */
export function statementOf(
  thematicId: string,
  positions: readonly DraftPosition[],
  at: string | null,
): WalletStatement {
  return { thematics: thematicId, tokens: [...positions], ...(at === null ? {} : { at }) };
}

/**
 * The statement that takes one back: what was said of that instant before, or nothing.
 * @returns null where the instant is not known.
 */
export function takingBack(base: HoldingsBase, stated: WalletStatement): WalletStatement | null {
  const { thematics, at } = stated;
  if (at === undefined) return null;
  const before = countingOf(base, thematics).find(({ since }) => since === Date.parse(at));
  return { thematics, at, tokens: before?.tokens.map(positionOf) ?? null };
}

function positionOf({ token, amount }: DraftPosition): DraftPosition {
  return { token, amount };
}

/** States holdings outside of any form, such as to take a statement back. */
export function stateAside(
  client: QueryClient,
  customId: string,
  statement: WalletStatement,
): Promise<void> {
  return updateAside(client, customId, 'The change could not be undone', () => ({
    json: statementText(statement),
    etag: null,
  }));
}

/**
 * Retracts a statement that counts, and states one again that does not, for the instant it was stated for. Tells the
 * statement that takes this back. What was read is read anew: a statement that someone else changed meanwhile is left alone.
 */
export function restate(client: QueryClient, customId: string) {
  return mutationOptions({
    mutationFn: async (shown: Statement): Promise<WalletStatement | null> => {
      const base = await readBase(client, customId);
      const now = base.statements.find(({ _id }) => _id === shown._id);
      if (now?.status !== shown.status) throw new Error('someone else changed it meanwhile.');
      const again = statementOf(now.thematics, now.tokens.map(positionOf), now.at);
      const statement = isInEffect(now) ? { ...again, tokens: null } : again;
      await sendUpdate(customId, { json: statementText(statement), etag: base.tagged.etag });
      return takingBack(base, statement);
    },
    meta: {
      invalidates: [keys.user(customId), keys.directory],
      failure: 'The entry was left as it is',
    },
  });
}
