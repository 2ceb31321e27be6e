import { isObject, type JsonObject } from '#contract/mergePatch.ts';
import { fieldOf, spelt } from './findings.ts';

// The interface shows no pages. We look for page fields in every object around the rows, and in its `links`, `meta`, `pagination`
// and similar fields.

export interface ForeignPage {
  /** The kind of its rows: `user`, `record` … */
  readonly what: string;
  readonly rows: readonly unknown[];
  /** Enclosing objects of the rows, outermost first. */
  readonly wrappers: readonly JsonObject[];
}

/** The address of a page, and its headers about paging. */
export interface PageOrigin {
  readonly address: string;
  /** `Link` */
  readonly link: string | null;
  /** `X-Total-Count` */
  readonly totalCount: string | null;
}

export const pageHeadersOf = (headers: Pick<Headers, 'get'>): Omit<PageOrigin, 'address'> => ({
  link: headers.get('link'),
  totalCount: headers.get('x-total-count'),
});

const envelopeNames = spelt([
  'links',
  '_links',
  'meta',
  'metadata',
  'pagination',
  'paging',
  'page',
  'pageInfo',
  'cursor',
]);
/** Allows `meta: { pagination: { … } }`. */
const maxNested = 2;

export const nextNames = spelt([
  'next',
  'nextCursor',
  'nextPage',
  'nextPageUrl',
  'nextUrl',
  'nextLink',
  '@odata.nextLink',
  'nextPageToken',
  'nextToken',
  'nextOffset',
]);
export const moreNames = spelt([
  'hasMore',
  'hasNext',
  'hasNextPage',
  'hasMorePages',
  'isTruncated',
]);
export const lastNames = spelt(['last', 'isLast', 'isLastPage']);
export const cursorNames = spelt(['cursor', 'endCursor']);
export const pageNumberNames = spelt(['page', 'currentPage', 'pageNumber', 'pageIndex', 'number']);
export const pageCountNames = spelt(['pages', 'totalPages', 'pageCount', 'lastPage', 'numPages']);
export const offsetNames = ['offset', 'skip'];
const sizeNames = spelt(['limit', 'pageSize', 'perPage', 'size']);
export const countNames = spelt([
  'totalCount',
  'count',
  'totalItems',
  'totalElements',
  'totalResults',
  'totalRecords',
  'totalRows',
]);

/** Fields that only a page object has. A `total` in the same object is a row count. */
export const besideCounts = [
  ...nextNames,
  ...moreNames,
  ...pageNumberNames,
  ...pageCountNames,
  ...offsetNames,
  ...sizeNames,
];

/** An object that may describe pages. An envelope (`isEnvelope`) holds nothing else. */
export interface PagePlace {
  readonly object: JsonObject;
  readonly isEnvelope: boolean;
}

export const placesOf = ({ wrappers }: ForeignPage): PagePlace[] =>
  wrappers.flatMap((object) => [
    { object, isEnvelope: false },
    ...envelopesIn(object, maxNested).map((one) => ({ object: one, isEnvelope: true })),
  ]);

function envelopesIn(object: JsonObject, levels: number): JsonObject[] {
  if (levels === 0) return [];
  const inside = envelopeNames.map((name) => fieldOf(object, name)).filter(isObject);
  return inside.flatMap((one) => [one, ...envelopesIn(one, levels - 1)]);
}

/** Parses a non-negative whole number. */
export function wholeOf(value: unknown): number | null {
  const isText = typeof value === 'string' && /^\d{1,15}$/.test(value);
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

export function wholeIn(places: readonly PagePlace[], names: readonly string[]): number | null {
  const values = places.flatMap(({ object }) => names.map((name) => fieldOf(object, name)));
  return values.map(wholeOf).find((value) => value !== null) ?? null;
}
