import { attribution, periodAttribution, tokenAttribution } from './attribution.ts';
import {
  previewedDefinition,
  rebalancedWallet,
  thematicRebalance,
  thematicTrades,
  tokenTrades,
  walletRebalance,
  walletTrade,
} from './rebalance.ts';

/** Named schemas of attribution, rebalance and preview, each with its description. */
export const driftSchemas = {
  Attribution: [
    attribution,
    'Why a wallet’s return differs from that of its thematic. `return` (time-weighted) − `thematicReturn` = `difference` = Σ `effect` over `tokens` or `periods`, apart from the `residual`, which is the rounding error. Negative: drift cost this much. `observations`: number of steps. `excluded`: stretches without a value. All figures are null if `reason` has a sentence.',
  ],
  TokenAttribution: [
    tokenAttribution,
    'A token’s part of the difference: an `effect` of −0.02 cost two percentage points. `weight` in the wallet, `target` in the thematic, which grows with its price between rebalances, and `drift` = `weight` − `target` are averages over time. `return` is that of its price from the first to the last step, null if it had no price; `excess` = `return` − the thematic’s return.',
  ],
  PeriodAttribution: [
    periodAttribution,
    'An hour of a day, a day of a week or month, or a month of a longer period (UTC): both returns, and the linked part of the difference.',
  ],
  WalletRebalance: [
    walletRebalance,
    'Trades that give a wallet its target weights. `total`: value of the tokens with a price, before and after. `traded`: value to sell, which is the value to buy. `activeShare` = ½ Σ |`drift`| = `traded` ÷ `total`. `excluded`: tokens without a current price. All figures are null if `reason` has a sentence.',
  ],
  WalletTrade: [
    walletTrade,
    'A trade of one token: positive buys, negative sells. `amount`, `total`, `weight`: now; `amount` and `total` are null if a connected service does not report them. `target`: weight to reach; it exceeds the definition’s weight if other tokens are excluded. `amountAfter` reaches the target.',
  ],
  ThematicTrades: [
    thematicTrades,
    'Sums of the trades in the open `wallets` of a thematic. `empty` wallets have no value, `unknown` ones no shares. `total` and `traded`: sums of the others. `groups`: number of wallets by active share, from `from` up to the next one’s. `excluded`: tokens without a current price that are held or have a target.',
  ],
  TokenTrades: [
    tokenTrades,
    'Trades of one token in all wallets. `total`: value held; `weight`: part of all wallets’ value.',
  ],
  RebalancedWallet: [rebalancedWallet, 'A wallet with the value to sell, which is that to buy.'],
  ThematicRebalance: [
    thematicRebalance,
    'Trades in all wallets of a thematic: sums, and a window of the `count` wallets with a value. `reason`: why nothing can be traded; null if it can. `incomplete`: as in the directory.',
  ],
  DefinitionPreview: [
    previewedDefinition,
    'Effects of a definition. `from`: its start; null if the weights do not change, or if there is no level yet. `levelAtFrom`: level at its start, which does not change. `level`: level at the as of with the definition; `levelBefore`: without it, null for a new thematic. `line`: levels from its start on. `pastYear`: level and change with these weights alone, and the thematic’s own change. `before`, `after`: trades in all wallets.',
  ],
} as const;
