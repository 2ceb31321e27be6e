import { Sum } from '#analytics/weights.ts';
import { maxDirectoryGroups } from '#contract/directoryGroups.ts';
import type { GroupBy } from '#contract/directoryGroupParameters.ts';
import type { DirectoryTables } from './choose.ts';
import type { DirectoryFilter } from './query.ts';

/** Users whose wallets in one thematic, or all wallets, are grouped. */
export interface GroupScope {
  readonly rows: Uint32Array;
  /** Number of the thematic; null: all; `noThematic`: users without wallets. */
  readonly thematic: number | null;
}

export const noThematic = -1;

/** Holdings of users at the instant of the answer. NaN: unknown. */
export interface CurrentHoldings {
  /** Value of a user's wallet in a thematic, or of all wallets. */
  totalOf(rowIndex: number, thematic: number | null): number;
  /** Visits the thematics of a user's wallets in the period. */
  eachThematic(
    rowIndex: number,
    visit: (thematic: number, total: number, isOpen: boolean) => void,
  ): void;
}

export interface UserGroup {
  /** A value of the attribute or the id of a thematic; null: users without one. */
  readonly value: string | null;
  /** Users with wallets in it now. */
  readonly count: number;
  readonly rows: Uint32Array;
  /** Numbers of the thematics whose wallets count; null: all. */
  readonly thematics: ReadonlySet<number> | null;
}

export interface GroupedUsers {
  /** The largest totals first. */
  readonly groups: readonly UserGroup[];
  /** The users, or wallets, that are in none of the groups; null: none. */
  readonly others: (Omit<UserGroup, 'value'> & { readonly groups: number }) | null;
  /** Users in more than one group. */
  readonly repeated: number;
}

interface OpenGroup {
  readonly value: string | null;
  readonly thematic: number | null;
  readonly rows: number[];
  /** Of the rows, those without a wallet in it now. */
  readonly closed: Set<number>;
  readonly total: Sum;
  known: number;
}

export const rowsPerSlice = 256;

/** Assigns users to groups. Yields between slices. */
export function* groupUsers(
  by: GroupBy,
  scope: GroupScope,
  tables: Pick<DirectoryTables, 'people' | 'holdings'>,
  current: CurrentHoldings,
  filter: Pick<DirectoryFilter, 'attributes'>,
): Generator<void, GroupedUsers> {
  const groups = new Map<string | null, OpenGroup>();
  const groupOf = (value: string | null, thematic: number | null): OpenGroup => {
    const known = groups.get(value);
    if (known !== undefined) return known;
    const created = {
      value,
      thematic,
      rows: [],
      closed: new Set<number>(),
      total: new Sum(),
      known: 0,
    };
    groups.set(value, created);
    return created;
  };
  const assign =
    by === 'thematic'
      ? assignByThematic(tables, current, groupOf)
      : assignByAttribute(by.slice('attribute.'.length), scope, tables, current, filter, groupOf);
  let repeated = 0;
  for (const [index, rowIndex] of scope.rows.entries()) {
    if (assign(rowIndex) > 1) repeated += 1;
    if (index % rowsPerSlice === rowsPerSlice - 1) yield;
  }
  const shown = yield* largestOf(groups.values());
  const isShown = new Set(shown);
  const rest: OpenGroup[] = [];
  for (const group of groups.values()) if (!isShown.has(group)) rest.push(group);
  const view = (group: OpenGroup): UserGroup => ({
    value: group.value,
    count: countOf(group),
    rows: Uint32Array.from(group.rows),
    thematics: wallets(scope, by === 'thematic' ? [group] : null),
  });
  const others = rest.length === 0 ? null : yield* joined(by, scope, shown, rest, tables);
  return { groups: shown.map(view), others, repeated };
}

const countOf = ({ rows, closed }: OpenGroup): number => rows.length - closed.size;

type GroupOf = (value: string | null, thematic: number | null) => OpenGroup;

function add(group: OpenGroup, rowIndex: number, total: number, isCounted: boolean): void {
  group.rows.push(rowIndex);
  if (!isCounted) group.closed.add(rowIndex);
  if (Number.isNaN(total)) return;
  group.total.add(total);
  group.known += 1;
}

/** @returns the assignment of a user, which returns in how many groups they are now. */
function assignByThematic(
  { holdings }: Pick<DirectoryTables, 'holdings'>,
  current: CurrentHoldings,
  groupOf: GroupOf,
) {
  return (rowIndex: number): number => {
    let open = 0;
    current.eachThematic(rowIndex, (thematic, total, isOpen) => {
      const id = holdings.thematics.all[thematic] ?? '';
      add(groupOf(id, thematic), rowIndex, total, isOpen);
      if (isOpen) open += 1;
    });
    if (open === 0) add(groupOf(null, null), rowIndex, 0, true);
    return open;
  };
}

function assignByAttribute(
  name: string,
  { thematic }: GroupScope,
  { people }: Pick<DirectoryTables, 'people'>,
  current: CurrentHoldings,
  { attributes }: Pick<DirectoryFilter, 'attributes'>,
  groupOf: GroupOf,
) {
  const textsOf = acceptedTexts(name, people, attributes);
  return (rowIndex: number): number => {
    const texts = textsOf(rowIndex);
    const total = current.totalOf(rowIndex, thematic);
    const isCounted = isHolder(current, rowIndex, thematic);
    for (const value of texts.length === 0 ? [null] : texts) {
      add(groupOf(value, null), rowIndex, total, isCounted);
    }
    return isCounted ? texts.length : 0;
  };
}

/** Of a user with several values, those that the filter excludes are no groups. */
function acceptedTexts(
  name: string,
  { attributes: table }: DirectoryTables['people'],
  attributes: DirectoryFilter['attributes'],
): (rowIndex: number) => string[] {
  const filtered = attributes.find((one) => one.name === name);
  const accepted = filtered === undefined ? null : new Set(filtered.values);
  return (rowIndex) =>
    [...table.textsOf(rowIndex, name)].filter((text) => accepted?.has(text) !== false);
}

/** Returns the users of one group, for a second grouping. Yields between slices. */
export function* usersWithin(
  by: GroupBy,
  value: string | null,
  rows: Uint32Array,
  { people, holdings }: Pick<DirectoryTables, 'people' | 'holdings'>,
  current: CurrentHoldings,
  { attributes }: Pick<DirectoryFilter, 'attributes'>,
): Generator<void, GroupScope> {
  const within: number[] = [];
  const thematic = value === null ? noThematic : holdings.thematics.find(value);
  const textsOf = acceptedTexts(by.slice('attribute.'.length), people, attributes);
  const isInThematic = (rowIndex: number): boolean => {
    let [isIn, open] = [false, 0];
    current.eachThematic(rowIndex, (one, _, isOpen) => {
      if (one === thematic) isIn = true;
      if (isOpen) open += 1;
    });
    return value === null ? open === 0 : isIn;
  };
  const isInValue = (rowIndex: number): boolean => {
    const texts = textsOf(rowIndex);
    return value === null ? texts.length === 0 : texts.includes(value);
  };
  const isIn = by === 'thematic' ? isInThematic : isInValue;
  for (const [index, rowIndex] of rows.entries()) {
    if (isIn(rowIndex)) within.push(rowIndex);
    if (index % rowsPerSlice === rowsPerSlice - 1) yield;
  }
  return { rows: Uint32Array.from(within), thematic: by === 'thematic' ? thematic : null };
}

function isHolder(current: CurrentHoldings, rowIndex: number, thematic: number | null): boolean {
  if (thematic === null || thematic === noThematic) return true;
  let holds = false;
  current.eachThematic(rowIndex, (one, _, isOpen) => {
    if (one === thematic && isOpen) holds = true;
  });
  return holds;
}

const wallets = (
  { thematic }: GroupScope,
  groups: readonly OpenGroup[] | null,
): ReadonlySet<number> | null => {
  if (groups !== null) return new Set(groups.flatMap((group) => group.thematic ?? []));
  return thematic === null ? null : new Set([thematic]);
};

/** The largest total first, then the most users; users without a value are always shown. */
function compareGroups(a: OpenGroup, b: OpenGroup): number {
  return (
    Number(a.known === 0) - Number(b.known === 0) ||
    b.total.value - a.total.value ||
    countOf(b) - countOf(a) ||
    Number(a.value === null) - Number(b.value === null) ||
    ((a.value ?? '') < (b.value ?? '') ? -1 : 1)
  );
}

function* largestOf(groups: Iterable<OpenGroup>): Generator<void, OpenGroup[]> {
  let top: OpenGroup[] = [];
  let none: OpenGroup | null = null;
  let seen = 0;
  for (const group of groups) {
    seen += 1;
    if (seen % 4096 === 0) yield;
    if (group.value === null) none = group;
    else top.push(group);
    if (top.length < 8 * maxDirectoryGroups) continue;
    top = top.toSorted(compareGroups).slice(0, maxDirectoryGroups);
  }
  const limit = maxDirectoryGroups - Number(none !== null);
  top = top.toSorted(compareGroups).slice(0, limit);
  return none === null ? top : [...top, none].toSorted(compareGroups);
}

/** Joins the groups that are not shown. Users of a group that is shown count there only; wallets are in one group. */
function* joined(
  by: GroupBy,
  scope: GroupScope,
  shown: readonly OpenGroup[],
  rest: readonly OpenGroup[],
  { people }: Pick<DirectoryTables, 'people'>,
): Generator<void, NonNullable<GroupedUsers['others']>> {
  const isTaken = new Uint8Array(people.length);
  if (by !== 'thematic') {
    for (const { rows } of shown) for (const rowIndex of rows) isTaken[rowIndex] = 1;
  }
  const rows: number[] = [];
  const holders = new Uint8Array(people.length);
  let count = 0;
  let seen = 0;
  for (const group of rest) {
    for (const rowIndex of group.rows) {
      if (isTaken[rowIndex] === 1) continue;
      if (isTaken[rowIndex] === 0) rows.push(rowIndex);
      isTaken[rowIndex] = 2;
      if (group.closed.has(rowIndex) || holders[rowIndex] === 1) continue;
      holders[rowIndex] = 1;
      count += 1;
    }
    seen += 1;
    if (seen % 4096 === 0) yield;
  }
  return {
    groups: rest.length,
    count,
    rows: Uint32Array.from(rows).toSorted(),
    thematics: wallets(scope, by === 'thematic' ? rest : null),
  };
}
