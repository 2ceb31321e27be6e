import { sql } from 'drizzle-orm';
import { sameJson } from '#contract/mergePatch.ts';
import type { Wallet } from '#contract/wallet.ts';
import type { Queries } from '#platform/database/database.ts';
import { isOneOf } from '#platform/database/packed.ts';
import {
  statements,
  wallets,
  type UserRow,
  type WalletRow,
} from '#platform/database/schema/portfolio.ts';
import type { NewEvent } from '../events/message.ts';
import { newId } from '#platform/database/ids.ts';
import type { Market } from '../prices/market.ts';
import { thematicIds } from './thematicStore.ts';
import type { InForce } from '#figures/heldOver.ts';
import { areAllRetracted, readWalletsWithStatement, type WalletWithStatement } from './holdings.ts';
import { checkStatements, type CheckedStatement } from './checkStatements.ts';
import { contentColumns, contentSql } from './statementContent.ts';
import { walletUpdated, walletView, type PricesAt } from './walletView.ts';

/** Rows travel as one JSON text: a statement has at most 65,535 parameters. */
const rowsPerStatement = 1000;

interface StatementInput {
  readonly user: UserRow;
  readonly wallets: readonly WalletWithStatement[];
  readonly value: unknown;
}

interface Moment {
  readonly market: Market;
  readonly prices: PricesAt;
  readonly at: number;
  readonly author: string | null;
}

export interface WrittenStatements {
  readonly wallets: readonly WalletWithStatement[];
  /** The totals of the wallets with new statements, by their ids. */
  readonly totals: ReadonlyMap<string, number>;
  readonly events: readonly NewEvent[];
  readonly statements: readonly string[];
}

interface CheckedInput {
  readonly user: UserRow;
  readonly before: ByThematic;
  readonly entered: ReadonlyMap<string, readonly CheckedStatement[]>;
}

type ByThematic = ReadonlyMap<string, WalletWithStatement>;

/**
 * Checks and writes the key `wallets` of changes of locked users; null for users without an effective change. Of
 * existing wallets it reads only the latest statement, and those of the same instants.
 */
export async function writeStatements(
  tx: Queries,
  { market, prices, at, author }: Moment,
  all: readonly StatementInput[],
): Promise<(WrittenStatements | null)[]> {
  if (all.every(({ value }) => value === undefined)) return all.map(() => null);
  const known = { market, asOf: prices.at, thematicIds: await thematicIds(tx) };
  const checked = all.map(({ user, wallets: owned, value }): CheckedInput => {
    const before = byThematic(owned);
    const lastAt = new Map<string, number>();
    for (const [thematicId, { statement }] of before) {
      if (statement !== null) lastAt.set(thematicId, statement.at);
    }
    const statements = value === undefined ? [] : checkStatements(value, { ...known, lastAt });
    return { user, before, entered: Map.groupBy(statements, ({ thematicId }) => thematicId) };
  });
  const created = await insertWallets(tx, checked, at);
  const written = await insertStatements(tx, checked, created, { at, author });
  if (written.length === 0) return all.map(() => null);
  const changed = Map.groupBy(written, ({ walletSeq }) => walletSeq);
  const isCreated = new Set(Array.from(created.values(), ({ seq }) => seq));
  const earlier = [...changed.keys()].filter((seq) => !isCreated.has(seq));
  if (earlier.length > 0) {
    await tx
      .update(wallets)
      .set({ updatedAt: at, retracted: areAllRetracted(tx) })
      .where(isOneOf(wallets.seq, earlier));
  }
  const after = Map.groupBy(await readAfter(tx, checked, created), ({ wallet }) => wallet.userSeq);
  return checked.map(({ user, before, entered }) => {
    const own = after.get(user.seq) ?? [];
    const now = byThematic(own);
    const view: View = (wallet, statement) =>
      walletView(market, prices, user.customId, wallet, statement?.positions ?? []);
    const totals = new Map<string, number>();
    const events: NewEvent[] = [];
    const ids: string[] = [];
    for (const thematicId of entered.keys()) {
      const one = now.get(thematicId);
      const rows = changed.get(one?.wallet.seq ?? 0);
      if (one === undefined || rows === undefined) continue;
      ids.push(...rows.map(({ id }) => id));
      const shown = view(one.wallet, one.statement);
      totals.set(shown._id, shown.total);
      const event = walletEvent(before.get(thematicId), one, shown, view);
      if (event !== null) events.push(event);
    }
    return ids.length === 0 ? null : { wallets: own, totals, events, statements: ids };
  });
}

function byThematic(all: readonly WalletWithStatement[]): ByThematic {
  return new Map(all.map((entered) => [entered.wallet.thematicId, entered]));
}

type CreatedWallets = ReadonlyMap<string, WalletRow>;
const keyOf = (userSeq: number, thematicId: string) => `${userSeq} ${thematicId}`;

/** The users' wallets after the change; if a user had none before, they are the new ones and need not be read. */
async function readAfter(
  tx: Queries,
  checked: readonly CheckedInput[],
  created: CreatedWallets,
): Promise<WalletWithStatement[]> {
  const owners = checked.filter(({ before, entered }) => before.size > 0 && entered.size > 0);
  const read = await readWalletsWithStatement(
    tx,
    owners.map(({ user }) => user.seq),
  );
  const others = checked.filter(({ before }) => before.size === 0);
  return [
    ...read,
    ...others.flatMap(({ user, entered }) =>
      [...entered].flatMap(([thematicId, own]): WalletWithStatement[] => {
        const wallet = created.get(keyOf(user.seq, thematicId));
        return wallet === undefined ? [] : [{ wallet, statement: lastOf(own) }];
      }),
    ),
  ];
}

function lastOf(entered: readonly CheckedStatement[]): InForce | null {
  const effective = entered.flatMap(({ at, positions }) =>
    positions === null ? [] : [{ at, positions }],
  );
  return effective.reduce<InForce | null>(
    (last, one) => (last === null || one.at > last.at ? one : last),
    null,
  );
}

/** Creates the wallets of first statements; withdrawing a statement that never existed creates none. */
async function insertWallets(
  tx: Queries,
  checked: readonly CheckedInput[],
  at: number,
): Promise<CreatedWallets> {
  const rows = checked
    .flatMap(({ user, before, entered }) =>
      Array.from(entered)
        .filter(([thematicId, own]) => !before.has(thematicId) && own.some(isStatement))
        .map(([thematicId]) => ({ user_seq: user.seq, thematic_id: thematicId })),
    )
    .map((row, place) => ({ place, id: newId('wal'), ...row }));
  if (rows.length === 0) return new Map();
  const { seq, id, userSeq, thematicId } = wallets;
  const created = tx.$with('made', { seq, id, userSeq, thematicId }).as(sql`
    INSERT INTO wallets (id, user_seq, thematic_id, updated_at)
    SELECT id, user_seq, thematic_id, ${at}::bigint
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS rows (place int, id text, user_seq bigint, thematic_id text)
    ORDER BY place
    RETURNING seq, id, user_seq, thematic_id`);
  const written = await tx.with(created).select().from(created);
  return new Map(
    written.map((row) => [
      keyOf(row.userSeq, row.thematicId),
      { ...row, updatedAt: at, retracted: false },
    ]),
  );
}

const isStatement = ({ positions }: CheckedStatement) => positions !== null;

/** Writes statements that differ from the latest one of the same instant; returns the written rows. */
async function insertStatements(
  tx: Queries,
  checked: readonly CheckedInput[],
  created: CreatedWallets,
  { at, author }: Pick<Moment, 'at' | 'author'>,
): Promise<{ id: string; walletSeq: number }[]> {
  const sent = checked.flatMap(({ user, before, entered }) =>
    [...entered].flatMap(([thematicId, own]) => {
      const walletSeq =
        before.get(thematicId)?.wallet.seq ?? created.get(keyOf(user.seq, thematicId))?.seq;
      return own.map((statement) => ({ walletSeq, statement }));
    }),
  );
  const all: { id: string; walletSeq: number }[] = [];
  for (let from = 0; from < sent.length; from += rowsPerStatement) {
    const part = sent.slice(from, from + rowsPerStatement);
    const rows = part.map(({ walletSeq, statement }, place) => ({
      place,
      id: newId('stm'),
      wallet_seq: walletSeq,
      at: statement.at,
      ...contentRow(statement),
    }));
    // Content is always serialized the same way, so that equal content is equal text.
    const written = tx.$with('written', { id: statements.id, walletSeq: statements.walletSeq })
      .as(sql`
      INSERT INTO statements (id, wallet_seq, at, ${contentSql.names}, stated_at, stated_by)
      SELECT rows.id, rows.wallet_seq, rows.at, ${contentSql.of('rows')}, ${at}::bigint, ${author}::text
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS rows (place int, id text, wallet_seq bigint, at bigint, ${contentSql.types})
      LEFT JOIN LATERAL (
        SELECT ${contentSql.names} FROM statements
        WHERE wallet_seq = rows.wallet_seq AND at = rows.at ORDER BY seq DESC LIMIT 1
      ) AS said ON true
      WHERE rows.wallet_seq IS NOT NULL
        AND ROW(${contentSql.of('rows')})::text IS DISTINCT FROM ROW(${contentSql.of('said')})::text
      ORDER BY rows.place
      RETURNING id, wallet_seq`);
    all.push(...(await tx.with(written).select().from(written)));
  }
  return all;
}

/** Content as a JSON row: by column names, without nulls. */
function contentRow(statement: CheckedStatement): Record<string, unknown> {
  const values = new Map(Object.entries<unknown>(statement));
  return Object.fromEntries(
    contentColumns.map(([field, { name }]) => [name, values.get(field) ?? undefined]),
  );
}

type View = (wallet: WalletRow, statement: InForce | null) => ReturnType<typeof walletView>;

/**
 * The event of a created wallet, or of one with a changed latest statement; a correction of the past alone has none.
 * The latest statement applies even if a clock that was set back has not reached its instant.
 */
function walletEvent(
  before: WalletWithStatement | undefined,
  { wallet, statement }: WalletWithStatement,
  now: Wallet,
  view: View,
): NewEvent | null {
  if (before?.wallet.retracted !== false)
    return { type: 'wallet.created', subject: wallet.id, data: now };
  const isSame = sameJson(before.statement?.positions ?? [], statement?.positions ?? []);
  if (isSame && !wallet.retracted) return null;
  return walletUpdated(now, view(wallet, before.statement));
}
