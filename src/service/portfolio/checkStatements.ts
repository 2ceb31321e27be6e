import { formatTime, parseTime } from '#contract/time.ts';
import { pointer, type ProblemFault } from '#contract/problem.ts';
import { walletStatements, type WalletStatement } from '#contract/statement.ts';
import * as z from 'zod/mini';
import { updateUser } from '#contract/operations/users.ts';
import { faults, sentence } from '#platform/http/body.ts';
import type { Market } from '../prices/market.ts';
import { problem } from '#platform/http/problem.ts';
import type { StatementContent } from './statementContent.ts';

// The interface does not limit how far back holdings may reach: ours start at the epoch.
const earliest = 0;
// No token has such a supply; above it totals could overflow.
const largestAmount = 1e24;

/** No body has room for more statements, however short: a longer list is something else, and too long to report. */
const maxStatementsOfBody = Math.floor(
  updateUser.body.limit / '{\\"thematics\\":\\"\\",\\"tokens\\":[]},'.length,
);

export type CheckedStatement = StatementContent & {
  readonly thematicId: string;
  readonly at: number;
};

interface StatementContext {
  readonly market: Market;
  readonly asOf: number;
  readonly thematicIds: ReadonlySet<string>;
  readonly lastAt: ReadonlyMap<string, number>;
}

/** Parses the key `wallets`: 422 invalid-holdings with a pointer to each fault; all statements are accepted or none. */
export function checkStatements(value: unknown, known: StatementContext): CheckedStatement[] {
  if (Array.isArray(value) && value.length > maxStatementsOfBody) {
    const detail = `has ${value.length} entries, more than a body of this size can contain`;
    throw problem('invalid-holdings', `At /wallets: ${detail}.`, {
      errors: [{ pointer: '/wallets', detail }],
    });
  }
  const read = z.safeParse(walletStatements, value);
  const found: ProblemFault[] = read.success
    ? read.data.flatMap((statement, index) => statementFaults(statement, index, known))
    : faults(read.error).map((fault) => ({ ...fault, pointer: `/wallets${fault.pointer}` }));
  const checked = read.success ? read.data.map((statement) => checkedOf(statement, known)) : [];
  found.push(...repeatedFaults(checked));
  if (found.length > 0)
    throw problem('invalid-holdings', sentence(found), { errors: found.slice(0, 100) });
  return checked;
}

function checkedOf(
  { thematics, tokens, at, ...fields }: WalletStatement,
  { asOf, lastAt }: StatementContext,
): CheckedStatement {
  // The interface does not define when a statement without a time takes effect: ours at the as-of instant or, after a
  // clock was set back, at the wallet's latest statement. Before that one it would never apply.
  const from = Math.max(asOf, lastAt.get(thematics) ?? earliest);
  return {
    ...fields,
    thematicId: thematics,
    at: at === undefined ? from : parseTime(at),
    positions:
      tokens
        // The interface does not define an amount of 0: ours is not a position.
        ?.filter(({ amount }) => amount !== 0)
        .toSorted((a, b) => (a.token < b.token ? -1 : 1)) ?? null,
  };
}

function statementFaults(
  { thematics, tokens, at }: WalletStatement,
  index: number,
  { market, asOf, thematicIds }: StatementContext,
): ProblemFault[] {
  const place = (...path: PropertyKey[]) => pointer(['wallets', index, ...path]);
  const found: ProblemFault[] = [];
  if (!thematicIds.has(thematics)) {
    found.push({
      pointer: place('thematics'),
      detail: `there is no thematic ${JSON.stringify(thematics)}`,
    });
  }
  if (at !== undefined) {
    const instant = parseTime(at);
    if (!(instant >= earliest)) {
      found.push({
        pointer: place('at'),
        detail: 'is before 1970-01-01, the earliest time of a history',
      });
    } else if (instant > asOf) {
      found.push({
        pointer: place('at'),
        detail: `is later than the market’s as of, ${formatTime(asOf)}`,
      });
    }
  }
  const seen = new Set<string>();
  for (const [at, { token, amount }] of (tokens ?? []).entries()) {
    if (market.token(token) === undefined) {
      found.push({
        pointer: place('tokens', at, 'token'),
        detail: `there is no token ${JSON.stringify(token)}`,
      });
    }
    if (seen.has(token)) {
      found.push({
        pointer: place('tokens', at, 'token'),
        detail: `the token ${token} occurs twice`,
      });
    }
    if (amount > largestAmount) {
      found.push({
        pointer: place('tokens', at, 'amount'),
        detail: `exceeds ${largestAmount}, the largest amount that can be valued`,
      });
    }
    seen.add(token);
  }
  return found;
}

function repeatedFaults(statements: readonly CheckedStatement[]): ProblemFault[] {
  const seen = new Set<string>();
  return statements.flatMap(({ thematicId, at }, index) => {
    const key = `${at} ${thematicId}`;
    const repeated = seen.has(key);
    seen.add(key);
    return repeated
      ? [
          {
            pointer: pointer(['wallets', index, 'at']),
            detail: 'is a second statement of this wallet for the same instant',
          },
        ]
      : [];
  });
}
