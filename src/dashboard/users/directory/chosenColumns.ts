import { useTableLayout } from '../../preferences/tableLayouts.ts';
import { columnsName } from '../../url/params.ts';
import { useListParam } from '../../url/searchParam.ts';
import { usersLayout } from './directoryParams.ts';

/** Returns the columns of the address, otherwise those of the preferences; null for the standard ones. */
export function useChosenColumns(): readonly string[] | null {
  const [inAddress] = useListParam(columnsName);
  const [{ columns }] = useTableLayout(usersLayout);
  return inAddress.length > 0 ? inAddress : columns;
}
