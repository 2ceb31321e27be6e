import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import {
  isInEffect,
  recordAgain,
  type Statement,
  type WalletStatement,
} from '#contract/statement.ts';
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

/** The entries of a wallet in effect, ascending, each with its date in epoch ms. */
function countingOf({ statements }: Pick<HoldingsBase, 'statements'>, thematicId: string) {
  return statements
    .filter((one) => one.thematics === thematicId && isInEffect(one))
    .map((entry) => ({ entry, since: Date.parse(entry.at) }))
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
    countingOf(base, thematicId).findLast(({ since }) => since <= Date.parse(at))?.entry.tokens ??
    []
  );
}

/** Since when a later statement of the wallet holds instead of one at an instant; null: none does. */
export function supersededAt(base: HoldingsBase, thematicId: string, at: string): string | null {
  return countingOf(base, thematicId).find(({ since }) => since > Date.parse(at))?.entry.at ?? null;
}

/** The text that states one wallet's whole positions; so long ones are written without line breaks. */
export function statementText(statement: WalletStatement): string {
  const isLong = (statement.tokens?.length ?? 0) > 100;
  return JSON.stringify({ wallets: [statement] }, null, isLong ? undefined : 2);
}

/**
 * One wallet's positions from a date on. They replace those of an entry of the same date and keep its other fields.
 * @param at ISO time; null: the service takes its own as of.
 */
export function statementOf(
  base: Pick<HoldingsBase, 'statements'>,
  thematicId: string,
  positions: readonly DraftPosition[],
  at: string | null,
): WalletStatement {
  const tokens = [...positions];
  if (at === null) return { thematics: thematicId, tokens };
  const entry = entryAt(base, thematicId, at);
  return { ...(entry && recordAgain(entry)), thematics: thematicId, tokens, at };
}

function entryAt(base: Pick<HoldingsBase, 'statements'>, thematicId: string, at: string) {
  return countingOf(base, thematicId).find(({ since }) => since === Date.parse(at))?.entry;
}

/**
 * The statement that undoes one: the entry that was in effect for its date before, or a withdrawal.
 * @returns null where the date is not known.
 */
export function takingBack(base: HoldingsBase, stated: WalletStatement): WalletStatement | null {
  const { thematics, at } = stated;
  if (at === undefined) return null;
  const before = entryAt(base, thematics, at);
  return before === undefined ? { ...stated, tokens: null } : recordAgain(before);
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
      const again = recordAgain(now);
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
