import type { AttributeTable } from './attributeTable.ts';
import { choose, criteriaOf, type DirectoryTables } from './choose.ts';
import type { DirectoryFilter } from './query.ts';
import { sliceLength } from './sorting.ts';

export interface Facet {
  readonly name: string;
  readonly users: number;
  readonly values: readonly { readonly value: string; readonly users: number }[];
  readonly other: number;
}

const maxValues = 50;
const maxNames = 200;

export interface AttributeUse {
  readonly facets: readonly Facet[];
  /** The top-level names of all attributes: `kyc` for a facet of `kyc.level`. */
  readonly names: readonly string[];
}

export function* facetsOf(
  attributes: AttributeTable,
  chosen: Uint32Array,
): Generator<void, AttributeUse> {
  const counts = new Uint32Array(attributes.valueCount);
  for (let from = 0; from < chosen.length; from += sliceLength) {
    attributes.count(chosen.subarray(from, from + sliceLength), counts);
    yield;
  }
  const facets: Facet[] = [];
  const names: string[] = [];
  for (const name of attributes.names) {
    let users = 0;
    let seen = 0;
    for (const number of attributes.numbersOfName(name)) {
      users += counts[number] ?? 0;
      seen += 1;
      if (seen % sliceLength === 0) yield;
    }
    if (users === 0) continue;
    names.push(name);
    yield* attributes.isSimple(name)
      ? simple(facets, attributes, { name, users }, counts)
      : nested(facets, attributes, name, counts);
  }
  const shown = facets
    .toSorted((a, b) => b.users - a.users || (a.name < b.name ? -1 : 1))
    .slice(0, maxNames);
  return { facets: shown, names: names.toSorted() };
}

function* simple(
  facets: Facet[],
  attributes: AttributeTable,
  { name, users }: Pick<Facet, 'name' | 'users'>,
  counts: Uint32Array,
): Generator<void, void> {
  let seen = 0;
  let least = 0;
  let top: { number: number; users: number }[] = [];
  for (const number of attributes.numbersOfName(name)) {
    seen += 1;
    if (seen % sliceLength === 0) yield;
    const its = counts[number] ?? 0;
    if (its <= least) continue;
    top.push({ number, users: its });
    if (top.length < 8 * maxValues) continue;
    // The first of equally frequent ones stay.
    top = top.toSorted((a, b) => b.users - a.users).slice(0, maxValues);
    least = top.at(-1)?.users ?? 0;
  }
  top = top.toSorted((a, b) => b.users - a.users).slice(0, maxValues);
  // The number 0 and the text 0 look the same.
  const byText = new Map<string, number>();
  for (const one of top) {
    const text = attributes.linesOf(one.number)[0]?.value ?? '';
    byText.set(text, (byText.get(text) ?? 0) + one.users);
  }
  const values = [...byText].map(([value, its]) => ({ value, users: its }));
  facets.push(facet(name, users, users, values));
}

/** Lists and objects: each line of a user counts once. */
function* nested(
  facets: Facet[],
  attributes: AttributeTable,
  name: string,
  counts: Uint32Array,
): Generator<void, void> {
  const byName = new Map<string, { users: number; values: Map<string, number> }>();
  let seen = 0;
  for (const number of attributes.numbersOfName(name)) {
    seen += 1;
    if (seen % 1024 === 0) yield;
    const users = counts[number] ?? 0;
    if (users === 0) continue;
    const lines = Map.groupBy(attributes.linesOf(number), (line) => line.name);
    for (const [lineName, own] of lines) {
      const line = byName.get(lineName) ?? { users: 0, values: new Map<string, number>() };
      byName.set(lineName, line);
      line.users += users;
      for (const value of new Set(own.map((one) => one.value))) {
        line.values.set(value, (line.values.get(value) ?? 0) + users);
      }
    }
  }
  for (const [lineName, { users, values }] of byName) {
    const all = [...values].map(([value, its]) => ({ value, users: its }));
    const sum = all.reduce((total, one) => total + one.users, 0);
    facets.push(facet(lineName, users, sum, all));
  }
}

function facet(
  name: string,
  users: number,
  occurrences: number,
  values: { value: string; users: number }[],
): Facet {
  const shown = values
    .toSorted((a, b) => b.users - a.users || (a.value < b.value ? -1 : 1))
    .slice(0, maxValues);
  const listed = shown.reduce((sum, one) => sum + one.users, 0);
  return { name, users, values: shown, other: occurrences - listed };
}

/** Facets of the chosen; those of a filtered attribute ignore its filter, so that other values can be chosen too. */
export function* facetsFor(
  filter: DirectoryFilter,
  source: DirectoryTables,
  chosen: Uint32Array,
): Generator<void, AttributeUse> {
  const { attributes } = source.people;
  const use = yield* facetsOf(attributes, chosen);
  let facets: readonly Facet[] = use.facets;
  const { excluded } = filter;
  const filtered = new Set([
    ...[...filter.attributes, ...(excluded?.attributes ?? [])].map(({ name }) => name),
    ...(excluded?.attributeNames ?? []),
  ]);
  for (const name of filtered) {
    const isOther = (one: { readonly name: string }) => one.name !== name;
    const others: DirectoryFilter = {
      ...filter,
      attributes: filter.attributes.filter(isOther),
      ...(excluded !== undefined && {
        excluded: {
          ...excluded,
          attributes: excluded.attributes.filter(isOther),
          attributeNames: excluded.attributeNames.filter((one) => one !== name),
        },
      }),
    };
    const wider = yield* choose(source, criteriaOf(others, source));
    const own = (yield* facetsOf(attributes, wider)).facets.filter((one) => one.name === name);
    facets = [...facets.filter((facet) => facet.name !== name), ...own];
  }
  return { facets, names: use.names };
}
