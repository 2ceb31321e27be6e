import type { DirectoryColumn } from '#contract/directory.ts';
import { attributeLines, fold, searchWords } from '#contract/search.ts';
import type { ModelRow } from '#directory/row.ts';
import type { DirectoryPageQuery } from '#directory/query.ts';

/** The rows that a query wants, in order: plain filters and sorts of arrays. */
export function referenceRows(
  rows: readonly ModelRow[],
  held: ReadonlyMap<string, ReadonlySet<string>>,
  query: DirectoryPageQuery,
): ModelRow[] {
  return rows
    .filter((row) => isWanted(row, held.get(row.customId) ?? new Set(), rows, query))
    .toSorted((a, b) => {
      const [left, right] = [keyOf(a, query.sort.by), keyOf(b, query.sort.by)];
      const byId = a.customId < b.customId ? -1 : 1;
      if (left === null || right === null) {
        return left === right ? byId : left === null ? 1 : -1;
      }
      const order = compare(left, right);
      return order === 0 ? byId : query.sort.isDescending ? -order : order;
    });
}

const linesOf = (row: ModelRow) =>
  Object.entries(row.attributes).flatMap(([name, value]) => attributeLines(name, value));

function isWanted(
  row: ModelRow,
  tokens: ReadonlySet<string>,
  all: readonly ModelRow[],
  { q, thematics, tokens: wanted, ranges, attributes, excluded }: DirectoryPageQuery,
): boolean {
  const within = (name: keyof typeof ranges, value: number | null) =>
    (ranges[name]?.length ?? 0) === 0 ||
    (value !== null &&
      ranges[name]?.some(
        ({ from, to }) => value >= (from ?? -Infinity) && value <= (to ?? Infinity),
      ) === true);
  return (
    (thematics.length === 0 || row.thematics.some((one) => thematics.includes(one))) &&
    (wanted.length === 0 || wanted.some((one) => tokens.has(one))) &&
    within('total', row.total) &&
    within('change', row.change) &&
    within('return', row.return) &&
    within('largest', row.largest?.share ?? null) &&
    within('created', row.createdAt) &&
    attributes.every(({ name, values }) =>
      linesOf(row).some((line) => line.name === name && values.includes(line.value)),
    ) &&
    excluded?.thematics.some((one) => row.thematics.includes(one)) !== true &&
    excluded?.tokens.some((one) => tokens.has(one)) !== true &&
    excluded?.attributes.some(({ name, values }) =>
      linesOf(row).some((line) => line.name === name && values.includes(line.value)),
    ) !== true &&
    excluded?.attributeNames.some((name) =>
      linesOf(row).some((line) => line.name === name || line.name.startsWith(`${name}.`)),
    ) !== true &&
    searchWords(q).every(({ text, attribute }) => {
      if (attribute?.name === 'name') return fold(row.name ?? '').includes(attribute.value);
      const isNamed = (line: { name: string }) => fold(line.name) === attribute?.name;
      const isKnown = all.some(
        (one) =>
          linesOf(one).some(isNamed) ||
          Object.keys(one.attributes).some((name) => isNamed({ name })),
      );
      if (attribute !== null && isKnown) {
        return linesOf(row).some(
          (line) => isNamed(line) && fold(line.value).includes(attribute.value),
        );
      }
      const texts = [row.customId, row.name ?? '', ...linesOf(row).map((line) => line.value)];
      return texts.some((one) => fold(one).includes(text));
    })
  );
}

type Key = readonly [kind: number, value: number | string];

const number = (value: number | null): Key | null => (value === null ? null : [0, value]);

function keyOf(row: ModelRow, by: DirectoryColumn): Key | null {
  switch (by) {
    case 'customId':
      return [1, row.customId];
    case 'name':
      return row.name === null ? null : [1, fold(row.name)];
    case 'total':
    case 'walletCount':
    case 'change':
    case 'flow':
    case 'hhi':
    case 'volatility':
    case 'maxDrawdown':
    case 'costOfDrift':
    case 'returnDay':
    case 'returnWeek':
    case 'returnMonth':
    case 'returnYear':
    case 'changeDay':
    case 'changeWeek':
    case 'changeMonth':
    case 'changeYear':
    case 'return':
    case 'createdAt':
      return number(row[by]);
    case 'thematics':
      return number(row.openWallets);
    case 'largest':
      return number(row.largest?.share ?? null);
    case 'held':
      return number(row.held?.total ?? null);
    default: {
      const name = by.slice('attribute.'.length);
      if (!Object.hasOwn(row.attributes, name)) return null;
      const value = row.attributes[name];
      if (typeof value === 'number') return [0, value];
      return typeof value === 'string' ? [1, fold(value)] : [2, JSON.stringify(value)];
    }
  }
}

/** Texts by code points, as their bytes are. */
function compare([kindA, a]: Key, [kindB, b]: Key): number {
  if (kindA !== kindB) return kindA - kindB;
  return a < b ? -1 : a > b ? 1 : 0;
}
