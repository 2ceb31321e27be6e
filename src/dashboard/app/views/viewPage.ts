import {
  addParam,
  createParam,
  defineParam,
  editParam,
  effectiveParam,
  importParam,
} from '../../url/params.ts';
import { pageLinks } from '../../url/pageLinks.ts';

/** Parameters of forms and dialogs over a page, which are not part of a view. */
const dialogParams: readonly string[] = [
  createParam.name,
  importParam.name,
  defineParam.name,
  addParam.name,
  editParam.name,
  effectiveParam.name,
];

/** Returns a query without forms and dialogs, as a view stores it. */
export function viewSearch(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of dialogParams) params.delete(name);
  return params.toString();
}

export const viewAddress = (pathname: string, search: string): string =>
  search === '' ? pathname : `${pathname}?${search}`;

/** Returns the name of the page of an address, and the ids in its path: `Users, ada`. */
export function pageText(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  const pages = Object.values(pageLinks);
  const page = pages
    .toSorted((a, b) => b.to.length - a.to.length)
    .find(({ to }) => path === to || path.startsWith(`${to}/`));
  if (page === undefined) return path;
  const ids = path
    .slice(page.to.length + 1)
    .split('/')
    .filter((part) => part !== '' && part !== 'wallets')
    .map(readable);
  return [page.label, ...ids].join(', ');
}

function readable(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
