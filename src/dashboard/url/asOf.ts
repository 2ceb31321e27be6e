import { useCallback } from 'react';
import { formatTime, parseTime } from '#contract/time.ts';
import { chartWindowNames, defineParam, editParam } from './params.ts';
import { type SearchParam, useSearchParam, useSetParams } from './searchParam.ts';

/** `?asOf=ISO`: the page shows this instant; null: the present. */
export const asOfParam: SearchParam<number | null> = {
  name: 'asOf',
  read: (text) => {
    const at = parseTime(text ?? '');
    return Number.isNaN(at) ? null : at;
  },
  write: (at) => (at === null ? null : formatTime(at)),
};

/** Earlier addresses: `?at=` selected a date of the chart. */
export const formerAsOfName = 'at';

/** Returns the past instant (epoch ms) that the page shows; null: the present. */
export function useAsOf(): number | null {
  const [asOf] = useSearchParam(asOfParam);
  return asOf;
}

/** The window of a chart belongs to the history that ended at the earlier instant, and forms edit the present. */
const ofTheInstant = [...Object.values(chartWindowNames), editParam.name, defineParam.name];
const without = Object.fromEntries(ofTheInstant.map((name) => [name, null]));

/** Returns a function that shows a past instant, or the present (null), and closes the forms. */
export function useSetAsOf(): (at: number | null, history?: 'push' | 'replace') => void {
  const set = useSetParams();
  return useCallback(
    (at, history = 'push') =>
      set({ [asOfParam.name]: asOfParam.write(at), ...without }, { history }),
    [set],
  );
}
