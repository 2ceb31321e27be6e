import type { SearchParam } from './url/searchParam.ts';

/**
 * `?json=`: the paths of the service whose answers the drawer offers, the one it shows first. A path has no space
 * (ids in it are escaped), so spaces part them. Only what the service itself answers can be named.
 */
export const rawParam: SearchParam<readonly string[]> = {
  name: 'json',
  read: (text) => (text ?? '').split(' ').filter((path) => /^\/[px]\//.test(path)),
  write: (asked) => (asked.length === 0 ? null : asked.join(' ')),
};
