import { bytesInWords } from '#contract/bytes.ts';
import { updateUser } from '#contract/operations/users.ts';
import { customIdFault } from '#contract/user.ts';
import type { ImportColumn, ImportField } from '#contract/userImport.ts';
import type { StoredAttributes } from '#platform/database/schema/portfolio.ts';
import { sameJson } from '#contract/mergePatch.ts';
import { instantOf } from './fileTexts.ts';
import { readAmount, readCell } from './userCells.ts';
import type { UserCsvRow } from './userCsv.ts';
import type { SpooledUser } from './userSpool.ts';

export interface UserFault {
  readonly row: number;
  readonly field?: string;
  readonly reason: string;
}

export interface FilePosition {
  readonly token: string;
  readonly amount: number;
  readonly row: number;
}

/** All positions of one wallet at one instant; null: the as-of instant. */
export interface FileStatement {
  readonly thematics: string;
  readonly at: number | null;
  readonly positions: FilePosition[];
}

export interface FileUser {
  readonly customId: string;
  readonly rows: readonly UserCsvRow[];
  /** A merge patch without the empty cells. */
  readonly attributes: StoredAttributes;
  readonly attributeRows: ReadonlyMap<string, number>;
  readonly statements: readonly FileStatement[];
}

/** Combines the rows of a user; the first fault if that is impossible. */
export function readFileUser(
  { customId, rows, isTooLarge }: SpooledUser,
  columns: readonly ImportColumn[],
): FileUser | UserFault {
  const first = rows[0]?.line ?? 0;
  const idField = columns.find(({ use }) => use === 'customId')?.name ?? 'customId';
  const id = customId ?? '';
  // A row with a fault may have an id in place of an empty one.
  const faulty = rows.find(({ fault }) => fault !== undefined);
  if (faulty?.fault !== undefined) return { row: faulty.line, reason: faulty.fault };
  const idFault = customIdFault(id);
  if (idFault !== null) {
    return { row: first, field: idField, reason: `The customId ${idFault}.` };
  }
  if (isTooLarge) {
    return {
      row: first,
      reason: `The rows of this user exceed ${bytesInWords(updateUser.body.limit)} in total, the limit of one change.`,
    };
  }
  const attributes = new Map<string, { value: unknown; row: number }>();
  const statements = new Map<string, FileStatement>();
  for (const row of rows) {
    const fault =
      readAttributes(row, columns, attributes) ?? readPosition(row, columns, statements);
    if (fault !== null) return { row: row.line, ...fault };
  }
  return {
    customId: id,
    rows,
    attributes: Object.fromEntries(
      Array.from(attributes, ([name, { value }]) => [name, value] as const),
    ),
    attributeRows: new Map(Array.from(attributes, ([name, { row }]) => [name, row])),
    statements: [...statements.values()],
  };
}

type CellFault = Omit<UserFault, 'row'>;

function readAttributes(
  { line, cells }: UserCsvRow,
  columns: readonly ImportColumn[],
  attributes: Map<string, { value: unknown; row: number }>,
): CellFault | null {
  for (const [at, { name, use, attribute, as }] of columns.entries()) {
    const text = cells[at] ?? '';
    // Empty cells are ignored; otherwise a half-filled table would delete existing attributes.
    if (use !== 'attribute' || attribute === undefined || text === '') continue;
    const cell = readCell(as ?? 'text', text);
    if ('fault' in cell) return cellFault(name, text, cell.fault);
    const before = attributes.get(attribute);
    if (before === undefined) attributes.set(attribute, { value: cell.value, row: line });
    else if (!sameJson(before.value, cell.value)) {
      return cellFault(name, text, `conflicts with line ${before.row}`);
    }
  }
  return null;
}

function readPosition(
  { line, cells }: UserCsvRow,
  columns: readonly ImportColumn[],
  statements: Map<string, FileStatement>,
): CellFault | null {
  const cell = (field: ImportField) => {
    const at = columns.findIndex(({ use }) => use === field);
    return { name: columns[at]?.name ?? field, text: at === -1 ? '' : (cells[at] ?? '') };
  };
  const [thematic, token, amount, at] = [
    cell('thematic'),
    cell('token'),
    cell('amount'),
    cell('at'),
  ];
  const needed = [thematic, token, amount];
  if ([...needed, at].every(({ text }) => text === '')) return null;
  const empty = needed.find(({ text }) => text === '');
  if (empty !== undefined) {
    return {
      field: empty.name,
      reason: `${empty.name} is empty: a position needs a thematic, a token and an amount.`,
    };
  }
  const figure = readAmount(amount.text);
  if (figure === null) return cellFault(amount.name, amount.text, 'is not a number such as 1234.5');
  const instant = at.text === '' ? null : instantOf(at.text.trim());
  if (Number.isNaN(instant)) {
    return cellFault(at.name, at.text, 'is not a time such as 2026-05-01 or 2026-05-01T09:30:00Z');
  }
  const key = `${instant} ${thematic.text}`;
  const statement = statements.get(key) ?? {
    thematics: thematic.text,
    at: instant,
    positions: [],
  };
  statements.set(key, statement);
  const position = { token: token.text, amount: figure, row: line };
  statement.positions.push(position);
  return null;
}

function cellFault(name: string, text: string, fault: string): CellFault {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return { field: name, reason: `${name}: “${shown}” ${fault}.` };
}
