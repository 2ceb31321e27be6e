import { useQuery } from '@tanstack/react-query';
import type { PastWallets } from '#contract/wallet.ts';
import { useAsOf } from '../url/asOf.ts';
import { walletQueries } from './userQueries.ts';

/** Returns a user's wallets as of the instant of the page; undefined while loading, and of the present. */
export function usePastWallets(customId: string): PastWallets | undefined {
  const asOf = useAsOf();
  return useQuery({ ...walletQueries.past(customId, asOf ?? 0), enabled: asOf !== null }).data;
}
