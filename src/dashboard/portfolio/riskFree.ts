import { isRate, usePreferences } from '../preferences/preferences.ts';
import { type SearchParam, useSearchParam } from '../url/searchParam.ts';

/** `?rf=0.03`: a yearly risk-free rate of 3 %; null: the preferred one. */
const rfParam: SearchParam<number | null> = {
  name: 'rf',
  read: (text) => (text !== null && isRate(text) ? Number(text) : null),
  write: (rate) => (rate === null ? null : String(rate)),
};

/** The risk-free rate of the page. Setting the preferred one removes it from the address. */
export function useRiskFree(): readonly [rate: number, set: (rate: number) => void] {
  const preferred = Number(usePreferences().riskFree);
  const [own, setOwn] = useSearchParam(rfParam);
  return [own ?? preferred, (rate) => setOwn(rate === preferred ? null : rate)];
}
