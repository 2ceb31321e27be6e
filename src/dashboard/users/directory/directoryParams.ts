import type { SearchParam } from '../../shared/url/searchParam.ts';
import { sortParam } from '../../shared/url/sortParam.ts';
import { directoryColumns, initialDirectorySort } from './index/question.ts';

export const directorySortParam = sortParam(directoryColumns, initialDirectorySort);

/**
 * `?create=acme` opens the form for a new user with that id suggested. Not a path of its own:
 * `/users/new` is the page of the user whose id is `new`.
 */
export const createParam: SearchParam<string | null> = {
  name: 'create',
  read: (text) => text,
  write: (suggested) => suggested,
};
