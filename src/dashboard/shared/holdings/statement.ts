import type { QueryClient } from '@tanstack/react-query';
import type { Statement, WalletStatement } from '#contract/statement.ts';
import { updateAside } from '../api/updateUser.ts';
import type { HoldingsBase } from './base.ts';
import type { Position } from './draft.ts';

/** The text that states one wallet's whole positions; so long ones are written without line breaks. */
export function statementText(statement: WalletStatement): string {
  const isLong = (statement.tokens?.length ?? 0) > 100;
  return JSON.stringify({ wallets: [statement] }, null, isLong ? undefined : 2);
}

/** One wallet's positions from an instant on. Without an instant the service takes its own as of. */
export function statementOf(
  thematicId: string,
  positions: readonly Position[],
  at: string | null,
): WalletStatement {
  return { thematics: thematicId, tokens: [...positions], ...(at === null ? {} : { at }) };
}

/**
 * The statement that takes one back: what was said of that instant before, or nothing.
 * @returns null where it is not known what was said before.
 */
export function takingBack(base: HoldingsBase, stated: WalletStatement): WalletStatement | null {
  const { thematics, at } = stated;
  if (base.statements === null || at === undefined) return null;
  const before = base.statements.find(
    (statement) =>
      statement.thematics === thematics &&
      Date.parse(statement.at) === Date.parse(at) &&
      stands(statement),
  );
  return { thematics, at, tokens: before?.tokens.map(positionOf) ?? null };
}

/** Whether a statement counts: it is in force, or was until a later one. */
export function stands({ status }: Statement): boolean {
  return status === 'current' || status === 'earlier';
}

export function positionOf({ token, amount }: Position): Position {
  return { token, amount };
}

/** States holdings outside of any form, such as to take a statement back. */
export function stateAside(
  client: QueryClient,
  customId: string,
  statement: WalletStatement,
): Promise<void> {
  return updateAside(client, customId, 'The statement could not be taken back', () => ({
    json: statementText(statement),
    etag: null,
  }));
}
