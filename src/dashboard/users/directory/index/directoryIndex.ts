import { parseTime } from '#contract/time.ts';
import type { DirectoryEntry } from '../directoryEntry.ts';
import { countWithout, createChooser, inOrder } from './choose.ts';
import type { Searched } from './criteria.ts';
import { type Figures, figuresFor } from './figures.ts';
import { createHeldThematics } from './heldThematics.ts';
import type { Criterion, DirectorySort, Question } from './question.ts';
import { createAttributeNames, foundAttribute, searchOf, searchText } from './searchText.ts';
import { sortByFigure, sortByText } from './sortPlaces.ts';
import { type DirectorySums, sumsOf } from './sums.ts';

/** A user as it goes into the index. */
export interface IndexedRow {
  readonly customId: string;
  readonly name: string | null;
  readonly total: number;
  readonly walletCount: number;
  /** null where the service does not tell. */
  readonly thematics: readonly string[] | null;
  readonly dayChange: number | null;
  readonly dayChangeRatio: number | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly attributes?: unknown;
}

/** Who is shown, in order: their places in the index. */
export interface Arrangement {
  readonly places: Uint32Array;
  readonly sums: DirectorySums;
  /** Where nobody is shown: how many would be without each one of the criteria. */
  readonly without: Readonly<Partial<Record<Criterion, number>>>;
}

/**
 * All users as columns: figures beside each other in memory, texts folded once. A user's place is its number in the order
 * in which the service tells them. Pure: it runs in a worker, and in the process of a test.
 */
export interface DirectoryIndex {
  readonly count: number;
  append(rows: readonly IndexedRow[]): void;
  arrange(question: Question): Arrangement;
  /** Sorts once, so that the order is there when it is asked for. */
  prepare(sort: DirectorySort): void;
  /** The users at these places, each with the attribute that made the text find it. */
  entries(places: Iterable<number>, text: string): DirectoryEntry[];
}

export function createDirectoryIndex(): DirectoryIndex {
  let figures: Figures = figuresFor(1024);
  let count = 0;
  const ids: string[] = [];
  const userNames: (string | null)[] = [];
  const texts: string[] = [];
  // As JSON text: of 100,000 users those in sight are read again, and objects would take five times the room.
  const attributes: string[] = [];
  const held = createHeldThematics();
  const names = createAttributeNames();
  const chooser = createChooser();
  const orders = new Map<string, Uint32Array>();

  const add = (row: IndexedRow) => {
    if (count === figures.total.length) figures = figuresFor(count * 2, figures);
    figures.wallets[count] = row.walletCount;
    figures.thematics[count] = row.thematics?.length ?? Number.NaN;
    figures.total[count] = row.total;
    figures.change[count] = row.dayChange ?? Number.NaN;
    figures.percent[count] = row.dayChangeRatio ?? Number.NaN;
    figures.created[count] = parseTime(row.createdAt);
    figures.updated[count] = parseTime(row.updatedAt);
    ids.push(row.customId);
    userNames.push(row.name);
    texts.push(searchText(row, row.attributes, names));
    attributes.push(row.attributes === undefined ? '' : JSON.stringify(row.attributes));
    held.push(row.thematics);
    count += 1;
  };

  const ordered = ({ by, order }: DirectorySort): Uint32Array => {
    const known = orders.get(`${by} ${order}`);
    if (known !== undefined) return known;
    const made = by === 'user' ? sortByText(texts, order) : sortByFigure(figures[by], count, order);
    orders.set(`${by} ${order}`, made);
    return made;
  };

  const entry = (place: number, text: string): DirectoryEntry => {
    const own = attributes[place] ?? '';
    const value: unknown = own === '' ? undefined : JSON.parse(own);
    const user = { customId: ids[place] ?? '', name: userNames[place] ?? null };
    return {
      ...user,
      walletCount: figures.wallets[place] ?? 0,
      total: figures.total[place] ?? 0,
      dayChange: known(figures.change[place]),
      dayChangeRatio: known(figures.percent[place]),
      thematics: held.of(place),
      createdAt: figures.created[place] ?? Number.NaN,
      updatedAt: figures.updated[place] ?? Number.NaN,
      attributes: value,
      found: foundAttribute(user, value, searchOf(text)),
    };
  };

  return {
    get count() {
      return count;
    },
    append(rows) {
      for (const row of rows) add(row);
      orders.clear();
    },
    arrange({ criteria, sort }) {
      const searched: Searched = { figures, texts, names, holds: held.holds };
      const chosen = chooser.choose(criteria, searched, count);
      const places = inOrder(ordered(sort), chosen);
      const without =
        places.length === 0 && count > 0 ? countWithout(criteria, searched, count) : {};
      return { places, sums: sumsOf(figures, chosen), without };
    },
    prepare: (sort) => void ordered(sort),
    entries: (places, text) =>
      Array.from(places)
        .filter((place) => place < count)
        .map((place) => entry(place, text)),
  };
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
