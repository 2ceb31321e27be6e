import { csvColumnKinds, directoryCsvColumns } from '#contract/directoryParameters.ts';
import { readOnlyAttributes } from '#contract/user.ts';
import {
  customIdHeaders,
  failureColumns,
  holdingFields,
  importFields,
  neededForHoldings,
  type CellKind,
  type ColumnMap,
  type ImportColumn,
  type ImportField,
} from '#contract/userImport.ts';
import { problem } from '#platform/http/problem.ts';
import { createKindGuess } from './userCells.ts';
import { invalidFile } from './userCsv.ts';

const neededColumns = neededForHoldings.join(', ');

/** Columns of an exported directory that are not attributes: today's and those of earlier exports. */
const exported: ReadonlySet<string> = new Set(
  [...directoryCsvColumns, 'dayChange', 'dayChangeRatio'].filter(
    (name) => name !== 'customId' && name !== 'name',
  ),
);
const ofMoney = [
  ...directoryCsvColumns.filter((name) => csvColumnKinds[name] === 'money'),
  'dayChange',
];
const inUnit = new RegExp(`^(${ofMoney.join('|')}) \\(.*\\)$`, 's');
const readOnly: ReadonlySet<string> = new Set(readOnlyAttributes);
/** Marks an attribute with the same name as a column of an export. */
const prefix = /^attributes?\.(?=.)/;

/** A column as defined by its header and the caller's mapping; the parsing of cells may depend on all columns. */
export type UserColumn =
  | { readonly name: string; readonly use: ImportField }
  | { readonly name: string; readonly use: 'ignored'; readonly reason?: string }
  | {
      readonly name: string;
      readonly use: 'attribute';
      readonly attribute: string;
      readonly as: CellKind | null;
    };

/**
 * Determines the columns by their header, case-insensitively, and the caller's mapping. 422 invalid-users, 400
 * invalid-query.
 */
export function columnsOf(header: readonly string[], map: ColumnMap): UserColumn[] {
  const repeated = header.find((name, at) => name !== '' && header.indexOf(name) !== at);
  if (repeated !== undefined)
    throw invalidFile(`has two columns called ${JSON.stringify(repeated)}`);
  const chosen = new Map(Object.entries(map));
  for (const name of chosen.keys()) {
    if (!header.includes(name)) {
      throw badMap(`there is no column ${JSON.stringify(name)}; the header has ${listed(header)}`);
    }
  }
  const byHeader = fieldsByHeader(header.map((name) => (chosen.has(name) ? '' : name)));
  const columns = header.map((name, at): UserColumn => {
    const use = chosen.get(name);
    if (use === undefined) return byHeader.get(at) ?? attributeColumn(name);
    if (typeof use === 'string') return { name, use };
    checkAttribute(name, use.attribute, header);
    return { name, use: 'attribute', attribute: use.attribute, as: use.as ?? null };
  });
  checkFields(columns, header);
  return columns;
}

function listed(header: readonly string[]): string {
  const names = header.slice(0, 20).map((name) => `“${name}”`);
  return `${names.join(', ')}${header.length > 20 ? ` and ${header.length - 20} more` : ''}`;
}

/** Includes the header, so that a person can choose other columns. */
function badMap(detail: string, header: readonly string[] = []): Error {
  return problem('invalid-query', `The column mapping is invalid: ${detail}.`, {
    members: { header },
  });
}

function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^custom[ _-]id$/, 'customid');
}

const customIdNames = customIdHeaders.map(plainName);

export function isCustomIdHeader(name: string): boolean {
  return customIdNames.includes(plainName(name));
}

/** Columns by header alone: one of `customIdHeaders`, and holdings if all of `neededForHoldings` are present. */
function fieldsByHeader(header: readonly string[]): ReadonlyMap<number, UserColumn> {
  const plain = header.map(plainName);
  const fields = new Map<number, UserColumn>();
  const add = (use: ImportField, ...names: readonly string[]) => {
    const at = names.map((name) => plain.indexOf(name)).find((found) => found !== -1);
    if (at !== undefined) fields.set(at, { name: header[at] ?? '', use });
  };
  add('customId', ...customIdNames);
  if (neededForHoldings.every((name) => plain.includes(name))) {
    for (const name of holdingFields) add(name, name);
  }
  return fields;
}

function attributeColumn(name: string): UserColumn {
  const reason = reasonToIgnore(name);
  if (reason !== null) return { name, use: 'ignored', reason };
  return { name, use: 'attribute', attribute: name.replace(prefix, ''), as: null };
}

function reasonToIgnore(name: string): string | null {
  if (name === '') return 'has no name';
  if (readOnly.has(name)) return 'set by the service';
  if (name === 'wallets') return 'is the key of holdings';
  if (exported.has(name) || inUnit.test(name)) return 'a figure of an export';
  return failureColumns.some((column) => column === name) ? 'added by an import' : null;
}

function checkAttribute(name: string, attribute: string, header: readonly string[]): void {
  const column = `the column ${JSON.stringify(name)}`;
  if (attribute === '') throw badMap(`${column} needs an attribute name`, header);
  if (readOnly.has(attribute)) {
    throw badMap(`${column} cannot set ${attribute}, which only the service sets`, header);
  }
  if (attribute === 'wallets') {
    throw badMap(`${column} cannot set wallets: holdings have columns ${neededColumns}`, header);
  }
}

function checkFields(columns: readonly UserColumn[], header: readonly string[]): void {
  const uses = (field: ImportField) => columns.filter(({ use }) => use === field);
  for (const field of importFields) {
    const [first, second] = uses(field);
    if (first !== undefined && second !== undefined) {
      throw badMap(
        `the columns ${JSON.stringify(first.name)} and ${JSON.stringify(second.name)} are both ${field}`,
        header,
      );
    }
  }
  if (uses('customId').length === 0) {
    throw invalidFile(
      `has no column customId (or id). The first line has ${listed(header)}; select the column`,
      { header },
    );
  }
  const there = holdingFields.filter((field) => uses(field).length > 0);
  const absent = neededForHoldings.filter((name) => !there.includes(name));
  if (there.length > 0 && absent.length > 0) {
    throw badMap(`holdings need columns ${neededColumns}; ${absent.join(', ')} is missing`);
  }
  const attributes = new Set<string>();
  for (const column of columns) {
    if (column.use !== 'attribute') continue;
    if (attributes.has(column.attribute)) {
      throw badMap(`two columns set the attribute ${JSON.stringify(column.attribute)}`, header);
    }
    attributes.add(column.attribute);
  }
}

/** Examines the cells of all rows: the type of each column, and an example. */
export function createColumnSurvey(columns: readonly UserColumn[]) {
  const guesses = columns.map((column) =>
    column.use === 'attribute' && column.as === null ? createKindGuess() : null,
  );
  const samples = columns.map(() => '');
  return {
    add(cells: readonly string[]): void {
      for (let at = 0; at < columns.length; at += 1) {
        const cell = cells[at] ?? '';
        guesses[at]?.add(cell);
        if (samples[at] === '' && cell !== '') samples[at] = cell.slice(0, 200);
      }
    },
    columns(): ImportColumn[] {
      return columns.map((column, at): ImportColumn => {
        const sample = samples[at] ?? '';
        if (column.use !== 'attribute') return { ...column, sample };
        return { ...column, as: column.as ?? guesses[at]?.kind() ?? 'text', sample };
      });
    },
  };
}
