interface WrittenPage {
  readonly url: URL;
  /** Rows before this page, on one page at most, and in total. */
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
}

const endOf = ({ offset, limit }: WrittenPage) => offset + limit;
const isLast = (page: WrittenPage) => endOf(page) >= page.total;
const cursorOf = (page: WrittenPage) => (isLast(page) ? null : `c/${endOf(page)}`);
const numberOf = ({ offset, limit }: WrittenPage) => offset / limit;
const pagesOf = ({ total, limit }: WrittenPage) => Math.max(1, Math.ceil(total / limit));

function nextAddress(page: WrittenPage): URL | null {
  const address = new URL(page.url);
  address.searchParams.set('cursor', cursorOf(page) ?? '');
  return isLast(page) ? null : address;
}

function pathOf(address: URL | null): string | null {
  return address === null ? null : address.pathname + address.search;
}

interface Paging {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly link?: string | null;
}

export const pagings = {
  'no paging': () => ({}),
  '`next`: an address': (page) => ({ fields: { next: nextAddress(page)?.href ?? null } }),
  '`next`: a path': (page) => ({ fields: { next: pathOf(nextAddress(page)) } }),
  '`next`: a cursor': (page) => ({ fields: { next: cursorOf(page) } }),
  '`nextCursor`': (page) => ({ fields: { nextCursor: cursorOf(page) } }),
  '`Link: rel="next"`': (page) => {
    const address = nextAddress(page);
    return address === null ? {} : { link: `<${address.href}>; rel="next"` };
  },
  '`_links: { next: { href } }`': (page) => {
    const href = pathOf(nextAddress(page));
    return { fields: { _links: href === null ? {} : { next: { href } } } };
  },
  '`nextPage`: a number': (page) => ({
    fields: { nextPage: isLast(page) ? null : numberOf(page) + 2 },
  }),
  '`page` and `pages`': (page) => ({ fields: { page: numberOf(page) + 1, pages: pagesOf(page) } }),
  '`page: { number, totalPages }` from 0': (page) => ({
    fields: { page: { number: numberOf(page), totalPages: pagesOf(page) } },
  }),
  '`offset`, `limit` and `total`': ({ offset, limit, total }) => ({
    fields: { offset, limit, total },
  }),
  '`has_more` and `cursor`': (page) => ({
    fields: { has_more: !isLast(page), cursor: cursorOf(page) },
  }),
  '`pageInfo: { hasNextPage, endCursor }`': (page) => ({
    fields: { pageInfo: { hasNextPage: !isLast(page), endCursor: `c/${endOf(page)}` } },
  }),
} as const satisfies Record<string, (page: WrittenPage) => Paging>;

function offsetOf({ searchParams }: URL, limit: number, firstPage: number): number {
  const cursor = searchParams.get('cursor') ?? searchParams.get('after');
  if (cursor !== null) return Number(cursor.slice(2));
  const page = searchParams.get('page');
  if (page !== null) return (Number(page) - firstPage) * limit;
  return Number(searchParams.get('offset') ?? 0);
}

export function pageOf<Item>(
  paging: keyof typeof pagings,
  all: readonly Item[],
  size: number,
  url: URL,
): {
  readonly page: readonly Item[];
  readonly fields: Readonly<Record<string, unknown>>;
  readonly link: string | null;
} {
  if (paging === 'no paging') return { page: all, fields: {}, link: null };
  const offset = offsetOf(url, size, paging.endsWith('from 0') ? 0 : 1);
  const place = { url, offset, limit: size, total: all.length };
  const { fields = {}, link = null }: Paging = pagings[paging](place);
  return { page: all.slice(offset, offset + size), fields, link };
}
