import * as z from 'zod/mini';
import { isoTime } from './time.ts';

export const maximumPositions = 10_000;

/** Fields of a statement besides its positions and date, in requests and in lists. */
const statementFields = { thematics: z.string() };

/** One entry of the key `wallets` in the `json` of `POST /p/users/{id}`: a wallet's complete positions from `at` on. */
export const walletStatement = z.strictObject({
  ...statementFields,
  /** null withdraws the statement of that `at`; an empty list closes the wallet. */
  tokens: z.nullable(
    z
      .array(z.strictObject({ token: z.string(), amount: z.number().check(z.nonnegative()) }))
      .check(z.maxLength(maximumPositions)),
  ),
  at: z.optional(isoTime),
});
export type WalletStatement = z.infer<typeof walletStatement>;
export const walletStatements = z.array(walletStatement);

export const statementStatuses = ['current', 'earlier', 'replaced', 'retracted'] as const;

/** A row of `GET /x/users/{id}/statements`, newest first. */
export const statement = z.looseObject({
  _id: z.string(),
  ...statementFields,
  tokens: z.array(z.looseObject({ token: z.string(), amount: z.number() })),
  at: isoTime,
  statedAt: isoTime,
  /** Name of the user or key that entered it; null if not known, such as on a service without sign-in. */
  statedBy: z.nullable(z.string()),
  status: z.enum(statementStatuses),
});
export type Statement = z.infer<typeof statement>;
export const statementList = z.array(statement);

/** Returns the fields to send to record an entry again, without those that the service adds. */
export function recordAgain(entry: Statement): WalletStatement {
  const { _id, statedAt, statedBy, status, ...fields } = entry;
  return fields;
}

/** Returns true for a statement or definition that was neither replaced nor withdrawn. */
export function isInEffect({ status }: Pick<Statement, 'status'>): boolean {
  return status === 'current' || status === 'earlier';
}
