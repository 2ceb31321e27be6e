import type * as peers from '#contract/operations/peers.ts';
import { maxNearest, minPeers } from '#contract/peers.ts';
import type { ProseOf } from './callProse.ts';

export const peerProse: ProseOf<typeof peers> = {
  getPeers: {
    summary: 'Peers of a user over a period',
    description: `Median and quartiles of the change in value of other users that have the same value of an attribute, or a wallet in any of the user’s thematics. Each value, deposits included, is divided by that at the start of the period. The 52 points are those of the directory’s \`spark\`; users with coarser prices have their latest record at each. With fewer than ${minPeers} users there is no band. For \`all\` there is none. Of a connected service, only users whose histories were read are compared.`,
    query: {
      by: {
        description: '`thematic`, or `attribute.NAME`. Required.',
        example: 'attribute.country',
      },
    },
    answers: { 200: { description: 'The band, or the reason why there is none.' } },
  },
  getNearestUsers: {
    summary: 'Users with similar weights',
    description: `The ${maxNearest} users whose weights over tokens, all wallets together, are most similar at current prices: Σ min(w_a, w_b).`,
    answers: { 200: { description: 'The users, most similar first.' } },
  },
  getOutliers: {
    summary: 'Wallets with unusual weights',
    description: `The ${maxNearest} wallets of a thematic whose weights differ most from the median weights of all its wallets at current prices. A mistyped amount shows here. At least ${minPeers} wallets are needed.`,
    answers: { 200: { description: 'The wallets, most different first.' } },
  },
};
