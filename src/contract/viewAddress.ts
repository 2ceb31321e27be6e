import { kibibyte } from './bytes.ts';

/** Maximum length of a view's address in bytes of UTF-8. */
export const maxViewAddressBytes = 4 * kibibyte;

/**
 * Returns why a view cannot have an address, as a phrase; null if it can. An address is a path of this app with query and
 * fragment: following it must never leave the app, not even after a browser has normalized it.
 */
export function viewAddressFault(address: string): string | null {
  if (!address.startsWith('/')) return 'must be a path of this app, such as /users?q=ann';
  if (/\p{C}/u.test(address)) return 'must not contain control characters';
  if (utf8Length(address) > maxViewAddressBytes) {
    return `must have at most ${maxViewAddressBytes} bytes`;
  }
  const [path = ''] = address.split(/[?#]/, 1);
  if (path === '/') return 'must be the path of a page; / itself opens the home page';
  // Browsers read a backslash as a slash, and leave the site for an address that begins with two slashes.
  if (/\\|\/\//.test(path)) return 'must be a path of this app, without \\ and //';
  if (/\/(\.|%2e){1,2}(\/|$)/i.test(path)) return 'must be a path without . and ..';
  if (/^\/[px](\/|$)/.test(path)) return 'must be the path of a page, not of an operation';
  return null;
}

function utf8Length(text: string): number {
  // Without lone surrogates, an escape of three characters stands for each byte that is not plain.
  return encodeURIComponent(text).replaceAll(/%../g, '.').length;
}
