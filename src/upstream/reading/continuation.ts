import { isObject } from '#contract/mergePatch.ts';
import { fieldOf, spelt } from './findings.ts';
import {
  cursorNames,
  lastNames,
  moreNames,
  nextNames,
  offsetNames,
  pageNumberNames,
  pageCountNames,
  placesOf,
  wholeIn,
  wholeOf,
  type ForeignPage,
  type PageOrigin,
  type PagePlace,
} from './pagePlaces.ts';
import type { Continuation } from './read.ts';
import type { ListPosition } from './tally.ts';

const cursorParameters: Readonly<Record<string, readonly string[]>> = {
  nextPageToken: ['pageToken', 'page_token'],
  next_page_token: ['page_token', 'pageToken'],
  nextToken: ['nextToken', 'token'],
  next_token: ['next_token', 'token'],
};
const anyCursor = spelt(['cursor', 'nextCursor', 'next', 'after']);

/**
 * Returns the next page of a list. The interface does not describe pages. We support, in this order: `next`, `nextCursor` … (an
 * address, also as `{ href }`, a path, a query, a page number, or a cursor), `Link: …; rel="next"`, a `cursor` that differs from
 * this page's, a page number with a page count, and an offset with a row count. A cursor is sent under the parameter name that
 * the address already has, or as `cursor`. Numbers are sent as `page` and `offset`.
 * @returns `unsaid` if there are more rows but no next address.
 */
export function continuationOf(
  page: ForeignPage,
  origin: PageOrigin,
  position: ListPosition,
): Continuation {
  const base = URL.parse(origin.address);
  if (base === null) return null;
  const places = placesOf(page);
  const more = moreOf(places);
  const target =
    (more === false ? null : nextIn(places, base)) ??
    linked(origin.link, base) ??
    (more === false ? null : derivedNext(places, page, base, { ...position, more }));
  if (target === null) return more === true ? 'unsaid' : null;
  if (target === 'unreadable' || target.origin !== base.origin) return 'elsewhere';
  // A service behind a prefix may not know it: `/p/users` and `/api/p/users` are the same list.
  if (target.pathname.startsWith('/p/') && base.pathname.endsWith(target.pathname)) {
    target.pathname = base.pathname;
  }
  target.hash = '';
  target.username = base.username;
  target.password = base.password;
  return { address: target.href };
}

type Target = URL | 'unreadable' | null;

/** Returns null if the answer does not say whether more rows exist. */
function moreOf(places: readonly PagePlace[]): boolean | null {
  const said = places.flatMap(({ object }) => [
    ...[...moreNames, 'next'].map((name) => fieldOf(object, name)),
    ...lastNames.map((name) => fieldOf(object, name)).map((is) => (is === false ? true : null)),
  ]);
  return said.includes(true) ? true : said.includes(false) ? false : null;
}

function nextIn(places: readonly PagePlace[], base: URL): Target {
  const page = wholeIn(places, pageNumberNames);
  for (const { object } of places) {
    for (const name of nextNames) {
      const target = targetOf(fieldOf(object, name), name, page, base);
      if (target !== null) return target;
    }
  }
  return null;
}

function targetOf(next: unknown, name: string, page: number | null, base: URL): Target {
  const value = isObject(next) ? (fieldOf(next, 'href') ?? fieldOf(next, 'url')) : next;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).trim();
  if (text === '') return null;
  if (/^[/?]|^[a-z][a-z\d+.-]*:/i.test(text)) return URL.parse(text, base.href) ?? 'unreadable';
  const number = wholeOf(value);
  if (number !== null && /offset/i.test(name)) return withParameter(base, offsetNames, text);
  const isPage = /page$/i.test(name) || (name === 'next' && page !== null && number === page + 1);
  if (number !== null && isPage) return withParameter(base, pageNumberNames, text);
  return withParameter(base, cursorParameters[name] ?? anyCursor, text);
}

/** Sets the first of these names that the address already has, or the first name. */
function withParameter(base: URL, names: readonly string[], value: string): URL {
  const target = new URL(base);
  const name = names.find((one) => target.searchParams.has(one)) ?? names[0] ?? '';
  target.searchParams.set(name, value);
  return target;
}

function parameterIn(base: URL, names: readonly string[]): number | null {
  return wholeOf(names.map((name) => base.searchParams.get(name)).find((value) => value !== null));
}

function derivedNext(
  places: readonly PagePlace[],
  { rows }: ForeignPage,
  base: URL,
  { more, read, reported, firstPage }: ListPosition & { readonly more: boolean | null },
): Target {
  const mayBeMore = more === true || reported === null || reported > read;
  const names = more === true ? cursorNames : ['cursor'];
  for (const { object } of mayBeMore ? places : []) {
    const name = names.find((one) => textOf(fieldOf(object, one)) !== null);
    const cursor = name === undefined ? null : textOf(fieldOf(object, name));
    // An answer may repeat the cursor of its own page.
    if (cursor !== null && ![...base.searchParams.values()].includes(cursor)) {
      return withParameter(base, name === 'cursor' ? anyCursor : ['after', ...anyCursor], cursor);
    }
  }
  const isMore = more === true || (reported !== null && reported > read);
  const pages = wholeIn(places, pageCountNames);
  const page =
    wholeIn(places, pageNumberNames) ??
    (pages === null ? null : (parameterIn(base, pageNumberNames) ?? 1));
  if (page !== null) {
    const pagesRead = page - (firstPage === 0 ? 0 : 1) + 1;
    const goesOn = more === true || (pages === null ? isMore : pagesRead < pages);
    return goesOn ? withParameter(base, pageNumberNames, String(page + 1)) : null;
  }
  const offset = wholeIn(places, offsetNames);
  if (offset === null || rows.length === 0 || !isMore) return null;
  return withParameter(base, offsetNames, String(offset + rows.length));
}

const textOf = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;

const maxLinkLength = 10_000;

/** Returns the target of rel="next" in a Link header (RFC 8288). */
function linked(link: string | null, base: URL): Target {
  if (link === null || link.length > maxLinkLength) return null;
  for (const [, target = '', parameters = ''] of link.matchAll(/<([^<>]*)>([^<>]*)/g)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters);
    const relations = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return URL.parse(target, base.href) ?? 'unreadable';
  }
  return null;
}
