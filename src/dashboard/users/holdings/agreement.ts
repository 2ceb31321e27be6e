import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { reconciles, sumOf } from '#analytics/weights.ts';
import type { Wallet } from '#contract/wallet.ts';
import type { TaggedUser } from '../../portfolio/userQueries.ts';

/**
 * The user's total, to hold the sum of the wallets against; null while it is not known. The two are two answers, and
 * between them the market may have moved: where they differ both are read once more, and only what still differs is told.
 */
export function useTotalToHoldAgainst(
  user: UseQueryResult<TaggedUser>,
  wallets: UseQueryResult<readonly Wallet[]>,
): number | null {
  const [isSecondLook, setSecondLook] = useState(false);
  const isLooking = useRef(false);
  const total = user.data?.user.total;
  const sum = wallets.data && sumOf(wallets.data.map((wallet) => wallet.total));
  const isKnown = total !== undefined && sum !== undefined;
  const agrees = isKnown && reconciles(sum, total);
  const differs = isKnown && !agrees;
  if (isSecondLook && !differs) setSecondLook(false);
  // At each tick both are on their way, and one of them is there first.
  const isUnderWay = user.isFetching || wallets.isFetching;
  const { refetch: readUser } = user;
  const { refetch: readWallets } = wallets;
  useEffect(() => {
    if (!differs) isLooking.current = false;
    else if (!isLooking.current && !isUnderWay) {
      isLooking.current = true;
      void Promise.all([readUser(), readWallets()]).then(() => {
        if (isLooking.current) setSecondLook(true);
      });
    }
  }, [differs, isUnderWay, readUser, readWallets]);
  return isKnown && (agrees || isSecondLook) ? total : null;
}
