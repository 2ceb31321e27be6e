import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { day } from '#contract/historyType.ts';
import { parseTime } from '#contract/time.ts';
import { capabilitiesQuery } from '../portfolio/capabilities.ts';

/** Returns the beginning of the day (UTC) of the latest prices, in epoch ms. */
export function useToday(): number {
  const [opened] = useState(Date.now);
  const asOf = useQuery(capabilitiesQuery).data?.market.asOf;
  return Math.floor((asOf === undefined ? opened : parseTime(asOf)) / day) * day;
}
