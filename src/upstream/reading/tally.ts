import { isObject } from '#contract/mergePatch.ts';
import { fieldOf, idNames, nameIn } from './findings.ts';
import {
  besideCounts,
  countNames,
  pageNumberNames,
  placesOf,
  wholeIn,
  wholeOf,
  type ForeignPage,
  type PageOrigin,
} from './pagePlaces.ts';
import { readNumber } from './scalars.ts';
import { isFarFrom } from './totals.ts';

export interface ListPosition {
  readonly read: number;
  readonly reported: number | null;
  /** The first page's number of itself, or null. */
  readonly firstPage: number | null;
}

/** Row counts that a page reports. An `unsure` one may be an amount of money. */
interface Reported {
  readonly sure: number | null;
  readonly unsure: number | null;
}

function reportedIn(page: ForeignPage, { totalCount }: PageOrigin): Reported {
  const sure = [wholeOf(totalCount)];
  const unsure: (number | null)[] = [];
  for (const { object, isEnvelope } of placesOf(page)) {
    sure.push(...countNames.map((name) => wholeOf(fieldOf(object, name))));
    const isOfPages = isEnvelope || besideCounts.some((name) => Object.hasOwn(object, name));
    // The total of a user, a thematic or a history is an amount of money.
    const isMoney = page.what === 'record' || nameIn(object, idNames) !== undefined;
    if (isMoney && !isOfPages) continue;
    (isEnvelope ? sure : unsure).push(wholeOf(fieldOf(object, 'total')));
  }
  return { sure: largest(sure), unsure: largest(unsure) };
}

function largest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

export function createTally() {
  let read = 0;
  let sure: number | null = null;
  let unsure: number | null = null;
  /** Sum of the totals of all rows; NaN if a row has no total. */
  let money = 0;
  let firstPage: number | null = null;
  let pages = 0;
  return {
    add(page: ForeignPage, origin: PageOrigin): void {
      if (pages === 0) firstPage = wholeIn(placesOf(page), pageNumberNames);
      pages += 1;
      read += page.rows.length;
      const reported = reportedIn(page, origin);
      sure = largest([sure, reported.sure]);
      unsure = largest([unsure, reported.unsure]);
      if (unsure !== null) for (const row of page.rows) money += moneyOf(row);
    },
    position(): ListPosition {
      const isMoney = unsure !== null && Number.isFinite(money) && !isFarFrom(money, unsure);
      return { read, reported: largest([sure, isMoney ? null : unsure]), firstPage };
    },
  };
}

function moneyOf(row: unknown): number {
  const name = isObject(row) ? nameIn(row, ['total', 'value']) : undefined;
  const value = isObject(row) && name !== undefined ? readNumber(row[name], () => {}) : null;
  return typeof value === 'number' ? value : Number.NaN;
}
