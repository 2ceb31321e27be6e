import { formatTime } from '#contract/time.ts';
import type { Existing, ImportColumn, ImportField } from '#contract/userImport.ts';
import type { Queries } from '#platform/database/database.ts';
import type { StoredAttributes, UserRow } from '#platform/database/schema/portfolio.ts';
import { updateUser } from '#contract/operations/users.ts';
import { userNotFound } from '#platform/http/notFound.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { checkStatements, type CheckedStatement } from '../portfolio/checkStatements.ts';
import { readEarlierPositions } from '../portfolio/earlierStatements.ts';
import { thematicIds } from '../portfolio/thematicStore.ts';
import { sameJson } from '#contract/mergePatch.ts';
import { patchAttributes, readPatch } from '#platform/http/userPatch.ts';
import { selectUsers } from '../portfolio/userStore.ts';
import { draftOf, userView } from '../portfolio/userView.ts';
import type { Market } from '../prices/market.ts';
import type { FileStatement, FileUser, UserFault } from './userRows.ts';

export type UserPlan =
  | { readonly outcome: 'failed'; readonly fault: UserFault }
  | { readonly outcome: 'skipped' | 'unchanged' }
  | {
      readonly outcome: 'created' | 'updated';
      readonly attributes: StoredAttributes;
      readonly statements: readonly FileStatement[];
    };

export interface PlanOptions {
  readonly market: Market;
  readonly columns: readonly ImportColumn[];
  readonly asOf: number;
  readonly existing: Existing;
  /** Otherwise, unknown users fail. */
  readonly isCreating: boolean;
}

export async function planUsers(
  queries: Queries,
  users: readonly FileUser[],
  options: PlanOptions,
): Promise<UserPlan[]> {
  const rows = await selectUsers(
    queries,
    users.map(({ customId }) => customId),
  );
  const thematics = await thematicIds(queries);
  const checked = users.map((user) => check(user, rows.get(user.customId), thematics, options));
  const requested = checked.flatMap((result) =>
    'changes' in result && result.row !== undefined
      ? result.statements.map(({ thematicId, at }) => ({
          userSeq: result.row?.seq ?? 0,
          thematicId,
          at,
        }))
      : [],
  );
  const before = (await readEarlierPositions(queries, requested)).values();
  return checked.map((result): UserPlan => {
    if (!('changes' in result)) return result;
    const { row, changes, file } = result;
    if (row === undefined) {
      return { outcome: 'created', attributes: changes, statements: file.statements };
    }
    const needed = file.statements.filter((statement, index) => {
      const previous = before.next().value;
      // Rows without `at` describe current holdings: if those are unchanged, no statement is needed.
      const earlier = statement.at === null ? previous?.inForce : previous?.exactly;
      const positions = result.statements[index]?.positions ?? [];
      return earlier == null || !sameJson(earlier, positions);
    });
    if (needed.length === 0 && Object.keys(changes).length === 0) return { outcome: 'unchanged' };
    return { outcome: 'updated', attributes: changes, statements: needed };
  });
}

/** Statements in the format of `wallets` of `POST /p/users/{id}`. */
export function walletsOf(statements: readonly FileStatement[], asOf: number) {
  return statements.map(({ thematics, at, positions }) => ({
    thematics,
    at: formatTime(at ?? asOf),
    tokens: positions.map(({ row, ...position }) => position),
  }));
}

interface CheckedUser {
  readonly file: FileUser;
  readonly row: UserRow | undefined;
  readonly changes: StoredAttributes;
  readonly statements: readonly CheckedStatement[];
}

/** Checks a user with the functions of `POST /p/users/{id}`. */
function check(
  file: FileUser,
  row: UserRow | undefined,
  thematics: ReadonlySet<string>,
  { market, columns, asOf, existing, isCreating }: PlanOptions,
): UserPlan | CheckedUser {
  try {
    if (row === undefined && !isCreating) throw userNotFound(file.customId);
    const wallets = walletsOf(file.statements, asOf);
    const json = JSON.stringify({ ...file.attributes, wallets });
    const size = Buffer.byteLength(json);
    if (size > updateUser.body.limit) throw tooLarge(size);
    const patch = readPatch(json);
    const attributes = row?.attributes ?? {};
    const after = patchAttributes(
      () => userView(row ?? draftOf(file.customId), 0, 0),
      attributes,
      patch.attributes,
    );
    const statements =
      wallets.length === 0
        ? []
        : checkStatements(wallets, {
            market,
            asOf: market.asOf(),
            thematicIds: thematics,
            lastAt: new Map(),
          });
    if (row !== undefined && existing === 'skip') return { outcome: 'skipped' };
    return { file, row, changes: changesBetween(attributes, after), statements };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { outcome: 'failed', fault: rowFault(error, file, columns) };
  }
}

function tooLarge(size: number): Problem {
  return problem(
    'too-large',
    `The rows of this user have ${size} bytes of JSON; the limit of one change is ${updateUser.body.limit}.`,
  );
}

function changesBetween(before: StoredAttributes, after: StoredAttributes): StoredAttributes {
  const old = new Map(Object.entries(before));
  const now = new Map(Object.entries(after));
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return Object.fromEntries(
    names
      .filter((name) => !sameJson(old.get(name), now.get(name)))
      .map((name) => [name, now.get(name) ?? null]),
  );
}

/** Translates a JSON pointer of a fault to a row and column of the file. */
export function rowFault(
  { message, extras }: Problem,
  file: FileUser,
  columns: readonly ImportColumn[],
): UserFault {
  const first = file.rows[0]?.line ?? 0;
  const [fault] = extras.errors ?? [];
  const path = (fault?.pointer ?? '').split('/').slice(1);
  if (fault === undefined || path[0] === undefined) return { row: first, reason: message };
  if (path[0] !== 'wallets') {
    const attribute = path[0].replaceAll('~1', '/').replaceAll('~0', '~');
    const name = columns.find((column) => column.attribute === attribute)?.name ?? attribute;
    return { row: file.attributeRows.get(attribute) ?? first, field: name, reason: message };
  }
  const statement = file.statements[Number(path[1])];
  const position = statement?.positions[path[2] === 'tokens' ? Number(path[3]) : 0];
  const field = path[2] === 'tokens' ? (path[4] ?? 'token') : (path[2] ?? 'thematic');
  const name = nameOf(field === 'thematics' ? 'thematic' : field, columns);
  return { row: position?.row ?? first, field: name, reason: `${name}: ${fault.detail}.` };
}

function nameOf(field: string, columns: readonly ImportColumn[]): string {
  const isField = (use: string): use is ImportField => use === field;
  return columns.find(({ use }) => isField(use))?.name ?? field;
}
