import { useQuery } from '@tanstack/react-query';
import { least } from 'd3-array';
import { useState } from 'react';
import { type DirectoryPeriod, directoryPeriods } from '#contract/directory.ts';
import { windowOf } from '#contract/historyType.ts';
import type { Period } from '#contract/period.ts';
import { parseTime } from '#contract/time.ts';
import { endsOf, periodParamOf } from '../../history/period.ts';
import { capabilitiesQuery } from '../../portfolio/capabilities.ts';
import { useFormat } from '../../preferences/format.ts';
import { initialDirectoryPeriod } from '../../url/carried.ts';
import { useSearchParam } from '../../url/searchParam.ts';

const listPeriodParam = periodParamOf(initialDirectoryPeriod);

/** Returns the period of the directory that is nearest in length, as of an instant and in a zone. */
export function nearestPeriod(period: Period, asOf: number, timeZone: string): DirectoryPeriod {
  const own = directoryPeriods.find((one) => one === period);
  if (own !== undefined) return own;
  const ends = endsOf(period, asOf, timeZone);
  if (ends === null) return 'year';
  const length = Math.max(1, (ends.to ?? asOf) - ends.from);
  const distance = (one: DirectoryPeriod) => Math.abs(Math.log(windowOf[one] / length));
  return least(directoryPeriods, distance) ?? initialDirectoryPeriod;
}

/** The chosen period stays in the address, so that a link to a user restores it. */
export function useListPeriod() {
  const { timeZone } = useFormat();
  const [chosen, choose] = useSearchParam(listPeriodParam);
  const [opened] = useState(() => Date.now());
  const asOf = useQuery(capabilitiesQuery).data?.market.asOf;
  return {
    period: nearestPeriod(chosen, asOf === undefined ? opened : parseTime(asOf), timeZone),
    chosen,
    choose,
  };
}
