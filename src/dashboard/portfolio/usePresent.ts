import { useQuery } from '@tanstack/react-query';
import { parseTime } from '#contract/time.ts';
import { capabilitiesQuery } from './capabilities.ts';

/** The as of of the market (epoch ms); null while not known. */
export function usePresent(): number | null {
  const { data } = useQuery(capabilitiesQuery);
  return data === undefined ? null : parseTime(data.market.asOf);
}
