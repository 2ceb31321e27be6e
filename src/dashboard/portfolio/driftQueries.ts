import { queryOptions } from '@tanstack/react-query';
import type { HistoryType } from '#contract/historyType.ts';
import { getAttribution } from '#contract/operations/attribution.ts';
import {
  getThematicRebalance,
  getWalletRebalance,
  previewDefinition,
} from '#contract/operations/rebalance.ts';
import type { ThematicDefinition } from '#contract/thematic.ts';
import { call } from '../api/client.ts';
import { queryAsOf, ticks, ticksAsOf } from './capabilities.ts';
import { keyAsOf, keys } from './queryKeys.ts';

/** Wallets that the page of a thematic lists. */
const maxListed = 50;

export const driftQueries = {
  attribution: (
    customId: string,
    thematicId: string,
    historyType: HistoryType,
    asOf: number | null,
  ) =>
    queryOptions({
      queryKey: keyAsOf(keys.attribution(customId, thematicId, historyType), asOf),
      queryFn: ({ signal }) => {
        const params = { id: customId, historyType };
        const query = { thematic: thematicId, ...queryAsOf(asOf) };
        return call(getAttribution, { params, query }, signal);
      },
      meta: ticksAsOf(asOf),
    }),

  wallet: (customId: string, thematicId: string) =>
    queryOptions({
      queryKey: keys.walletRebalance(customId, thematicId),
      queryFn: ({ signal }) => {
        const params = { id: customId };
        return call(getWalletRebalance, { params, query: { thematic: thematicId } }, signal);
      },
      meta: ticks,
    }),

  thematic: (thematicId: string) =>
    queryOptions({
      queryKey: keys.thematicRebalance(thematicId),
      queryFn: ({ signal }) => {
        const params = { id: thematicId };
        return call(getThematicRebalance, { params, query: { limit: maxListed } }, signal);
      },
      meta: ticks,
    }),

  preview: (thematicId: string, body: ThematicDefinition) =>
    queryOptions({
      queryKey: keys.definitionPreview(thematicId, body),
      queryFn: async ({ signal }) =>
        (await call(previewDefinition, { params: { id: thematicId }, body }, signal)) ?? null,
    }),
};
