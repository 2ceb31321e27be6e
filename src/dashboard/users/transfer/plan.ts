import { customIdFault } from '#contract/user.ts';
import { type Attributes, isSame, patched } from '../userAttributes.ts';
import { createBreather } from './breather.ts';
import { type CellKind, readCell } from './cells.ts';
import type { ImportTable } from './importTable.ts';

/** What an import will do with a row. `same`: the user is there and has all of it already. */
export const verdicts = ['create', 'update', 'same', 'invalid'] as const;
export type Verdict = (typeof verdicts)[number];

/** A row of the file, and what the dry run says of it. */
export interface PlannedRow {
  readonly line: number;
  readonly customId: string;
  readonly verdict: Verdict;
  /** What is sent as attributes; of a user that is there only what differs. */
  readonly attributes: Attributes;
  /** Why it is invalid, and in which column. */
  readonly fault: { readonly column: string; readonly reason: string } | null;
}

/** How each column is read, by its name. */
export type Kinds = ReadonlyMap<string, CellKind>;

/**
 * The dry run: looks at every row and sends nothing.
 * @param known the users that are there, with their attributes.
 */
export async function planImport(
  table: ImportTable,
  kinds: Kinds,
  known: ReadonlyMap<string, Attributes>,
): Promise<readonly PlannedRow[]> {
  const { isDue, breathe } = createBreather();
  const lines = new Map<string, number[]>();
  for (const { line, cells } of table.rows) {
    const id = cells[table.idPlace] ?? '';
    const at = lines.get(id);
    if (at === undefined) lines.set(id, [line]);
    else at.push(line);
  }
  const planned: PlannedRow[] = [];
  for (const { line, cells } of table.rows) {
    planned.push(planRow(table, kinds, known, lines, line, cells));
    if (isDue()) await breathe();
  }
  return planned;
}

function planRow(
  table: ImportTable,
  kinds: Kinds,
  known: ReadonlyMap<string, Attributes>,
  lines: ReadonlyMap<string, readonly number[]>,
  line: number,
  cells: readonly string[],
): PlannedRow {
  const customId = cells[table.idPlace] ?? '';
  const invalid = (column: string, reason: string): PlannedRow => ({
    line,
    customId,
    verdict: 'invalid',
    attributes: {},
    fault: { column, reason },
  });
  if (cells.length !== table.head.length) {
    return invalid(
      'customId',
      `The row has ${countOf(cells.length)}, the head has ${table.head.length}.`,
    );
  }
  const fault = customIdFault(customId);
  if (fault !== null) return invalid('customId', `The customId ${fault}.`);
  const twins = lines.get(customId) ?? [];
  if (twins.length > 1)
    return invalid('customId', `The same customId stands in ${othersOf(twins, line)}.`);
  const attributes = new Map<string, unknown>();
  for (const { name, place, guessed } of table.columns) {
    const kind = kinds.get(name) ?? guessed;
    const text = cells[place] ?? '';
    // An empty cell says nothing; else a half-filled table would wipe out what is there.
    if (kind === 'none' || text === '') continue;
    const reading = readCell(kind, text);
    if ('fault' in reading) return invalid(name, `${name}: “${shortened(text)}” ${reading.fault}.`);
    attributes.set(name, reading.value);
  }
  const before = known.get(customId);
  const all = Object.fromEntries(attributes);
  if (before === undefined) {
    return { line, customId, verdict: 'create', attributes: all, fault: null };
  }
  const differing = Object.fromEntries(
    [...attributes].filter(([name, value]) => changes(before, name, value)),
  );
  const verdict = Object.keys(differing).length > 0 ? 'update' : 'same';
  return { line, customId, verdict, attributes: differing, fault: null };
}

/** Whether a user would be another with that attribute set: objects are merged into what is there. */
function changes(before: Attributes, name: string, value: unknown): boolean {
  return !isSame(before, patched(before, Object.fromEntries([[name, value]])));
}

function countOf(cells: number): string {
  return cells === 1 ? '1 cell' : `${cells} cells`;
}

/** The other lines; of many the first three. Not all are looked at: a file may hold one id 100,000 times. */
function othersOf(lines: readonly number[], line: number): string {
  const others = lines.slice(0, 4).filter((other) => other !== line);
  const named = others.slice(0, 3).join(', ');
  const more = lines.length - 1 - Math.min(3, others.length);
  if (lines.length === 2) return `line ${named} too`;
  return `lines ${named}${more > 0 ? ` and ${more} more` : ''} too`;
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
