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

export interface HoldingsBase {
  readonly tagged: TaggedUser;
  readonly wallets: readonly Wallet[];
  readonly statements: readonly Statement[];
}

/** Fetches the user first, so that the service rejects the edit if anything changed after the user's ETag. */
export async function readBase(client: QueryClient, customId: string): Promise<HoldingsBase> {
  const fresh = { staleTime: 0 };
  const tagged = await client.fetchQuery({ ...userQueries.one(customId), ...fresh });
  const [wallets, statements] = await Promise.all([
    client.fetchQuery({ ...walletQueries.all(customId), ...fresh }),
    client.fetchQuery({ ...walletQueries.statements(customId), ...fresh }),
  ]);
  return { tagged, wallets, statements };
}

/** Returns a wallet's entries in effect, ascending, with dates in epoch ms. */
function entriesInEffect({ statements }: Pick<HoldingsBase, 'statements'>, thematicId: string) {
  return statements
    .filter((one) => one.thematics === thematicId && isInEffect(one))
    .map((entry) => ({ entry, since: Date.parse(entry.at) }))
    .toSorted((a, b) => a.since - b.since);
}

/**
 * Returns a wallet's positions in effect at an instant.
 * @param at ISO time; null: now.
 */
export function positionsInEffect(
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
    entriesInEffect(base, thematicId).findLast(({ since }) => since <= Date.parse(at))?.entry
      .tokens ?? []
  );
}

/** Returns the date of the wallet's first statement after `at`, or null. */
export function supersededAt(base: HoldingsBase, thematicId: string, at: string): string | null {
  return (
    entriesInEffect(base, thematicId).find(({ since }) => since > Date.parse(at))?.entry.at ?? null
  );
}

export function statementText(statement: WalletStatement): string {
  const isLong = (statement.tokens?.length ?? 0) > 100;
  return JSON.stringify({ wallets: [statement] }, null, isLong ? undefined : 2);
}

/**
 * Builds a statement of one wallet's positions. It replaces an entry of the same date and preserves the entry's other
 * fields.
 * @param at ISO time; null: the service uses its own as of.
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
  return entriesInEffect(base, thematicId).find(({ since }) => since === Date.parse(at))?.entry;
}

/**
 * Builds the statement that undoes another: the entry in effect for its date before, or a withdrawal.
 * @returns null if the date is not known.
 */
export function undoStatementOf(
  base: HoldingsBase,
  statement: WalletStatement,
): WalletStatement | null {
  const { thematics, at } = statement;
  if (at === undefined) return null;
  const before = entryAt(base, thematics, at);
  return before === undefined ? { ...statement, tokens: null } : recordAgain(before);
}

export function recordInBackground(
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
 * Withdraws a statement in effect, or records one again that is not. Returns the statement that undoes this. Fetches the
 * statement first and changes nothing if someone else changed it.
 */
export function withdrawOrRestore(client: QueryClient, customId: string) {
  return mutationOptions({
    mutationFn: async (shown: Statement): Promise<WalletStatement | null> => {
      const base = await readBase(client, customId);
      const now = base.statements.find(({ _id }) => _id === shown._id);
      if (now?.status !== shown.status) throw new Error('someone else changed it first.');
      const again = recordAgain(now);
      const statement = isInEffect(now) ? { ...again, tokens: null } : again;
      await sendUpdate(customId, { json: statementText(statement), etag: base.tagged.etag });
      return undoStatementOf(base, statement);
    },
    meta: {
      invalidates: [keys.user(customId), keys.directory],
      failure: 'The entry was left unchanged',
    },
  });
}
