import type { SearchParam } from '../../shared/url/searchParam.ts';

/** `?import=1` opens the import of many users from a CSV file. */
export const importParam: SearchParam<boolean> = {
  name: 'import',
  read: (text) => text === '1',
  write: (isOpen) => (isOpen ? '1' : null),
};
