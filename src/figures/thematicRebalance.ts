import { largestFirst } from '#analytics/weights.ts';
import { csvRows, csvText, type Cell } from '#contract/csv.ts';
import type { CsvColumnKind } from '#contract/directoryParameters.ts';
import { defaultDirectoryRows } from '#contract/directoryParameters.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { getThematicRebalance } from '#contract/operations/rebalance.ts';
import type { RebalancedWallet, ThematicRebalance } from '#contract/rebalance.ts';
import { formatTime } from '#contract/time.ts';
import type { Token } from '#contract/token.ts';
import type { Directory } from '#directory/directory.ts';
import { headOf, isLeftOut } from '#directory/directoryCsv.ts';
import { incompleteOf, type DirectoryFeed } from '#directory/directoryFeed.ts';
import { inSlices } from '#directory/slices.ts';
import { eachWallet } from '#directory/wallets.ts';
import type { RebalanceSource } from './rebalanceSource.ts';
import { noRebalanceTexts, noTargets } from './rebalanceTexts.ts';
import { TradeSums, type NamedTrade } from './thematicTrades.ts';
import { hasWeights } from './walletRebalance.ts';

type Query = QueryOf<typeof getThematicRebalance>;

/** The directory, and the targets and prices of a thematic at its as of. */
export interface TradingWallets {
  readonly directory: Directory;
  readonly asOf: number;
  readonly tokenOf: (id: string) => Token;
}

export async function tradingWallets(
  source: RebalanceSource,
  feed: DirectoryFeed,
): Promise<TradingWallets> {
  const directory = await feed.fresh();
  const asOf = directory.asOf ?? source.asOf();
  const known = new Map((await source.tokens(asOf)).map((token) => [token._id, token]));
  const tokenOf = (id: string): Token =>
    known.get(id) ?? { _id: id, symbol: id, name: id, price: null, priceAt: null };
  return { directory, asOf, tokenOf };
}

/** Returns the target weights by token id; null if they are not reported. */
async function targetsOf(source: RebalanceSource, thematic: string) {
  const targets = await source.targets(thematic);
  return hasWeights(targets)
    ? new Map(targets.map(({ token, weight }) => [token._id, weight]))
    : null;
}

/** Returns the sums over all wallets and a window of the wallets, largest trade first. Throws 404 thematic-not-found. */
export async function readThematicRebalance(
  source: RebalanceSource,
  feed: DirectoryFeed,
  thematic: string,
  { offset = 0, limit = defaultDirectoryRows }: Query,
): Promise<ThematicRebalance> {
  const targets = await targetsOf(source, thematic);
  const { directory, asOf, tokenOf } = await tradingWallets(source, feed);
  const sums = new TradeSums(targets ?? new Map<string, number>(), tokenOf);
  const rows: RebalancedWallet[] = [];
  await inSlices(
    eachWallet(thematic, directory.tables, (wallet) => {
      const { customId, name } = wallet;
      const rebalance = sums.add(wallet);
      if (rebalance === null) return;
      const { total, traded, activeShare } = rebalance;
      rows.push({ customId, name, total, traded, activeShare });
    }),
  );
  const hasPrices = [...(targets?.keys() ?? [])].some((id) => (tokenOf(id).price ?? 0) > 0);
  return {
    asOf: formatTime(asOf),
    reason:
      targets === null
        ? noTargets
        : hasPrices || targets.size === 0
          ? null
          : noRebalanceTexts['no price'],
    ...incompleteOf(feed),
    ...sums.sums,
    count: rows.length,
    offset,
    rows: rows.toSorted((a, b) => largestFirst(a.traded, b.traded)).slice(offset, offset + limit),
  };
}

const columns = {
  customId: 'plain',
  token: 'plain',
  symbol: 'plain',
  price: 'plain',
  weight: 'share',
  target: 'plain',
  drift: 'share',
  tradeAmount: 'money',
  tradeTotal: 'money',
  asOf: 'plain',
} as const satisfies Readonly<Record<string, CsvColumnKind>>;
type TradeColumn = keyof typeof columns;

const isColumn = (name: string): name is TradeColumn => name in columns;

/** Streams each trade of each wallet as a row, while it is read. Throws 404 thematic-not-found. */
export async function thematicRebalanceCsv(
  source: RebalanceSource,
  feed: DirectoryFeed,
  thematic: string,
  { figures, unit }: Query,
): Promise<ReadableStream<Uint8Array>> {
  const targets = (await targetsOf(source, thematic)) ?? new Map<string, number>();
  const { directory, asOf, tokenOf } = await tradingWallets(source, feed);
  const shown = Object.keys(columns)
    .filter(isColumn)
    .filter((name) => !isLeftOut(columns[name], figures));
  const sums = new TradeSums(targets, tokenOf);
  const cellsOf = (customId: string, trade: NamedTrade): Readonly<Record<TradeColumn, Cell>> => ({
    customId,
    token: trade.token._id,
    symbol: trade.token.symbol,
    price: trade.token.price,
    weight: trade.weight,
    target: trade.target,
    drift: trade.weight - trade.target,
    tradeAmount: trade.amount,
    tradeTotal: trade.total,
    asOf: formatTime(asOf),
  });
  const lines: string[] = [
    csvText(
      shown.map((name) => headOf(name, columns[name], name === 'tradeTotal' ? unit : undefined)),
      [],
    ),
  ];
  const wallets = eachWallet(thematic, directory.tables, (wallet) => {
    const trades = sums.add(wallet)?.named.filter(({ total }) => total !== 0) ?? [];
    const rows = trades.map((trade) => {
      const cells = cellsOf(wallet.customId, trade);
      return shown.map((name) => cells[name]);
    });
    if (rows.length > 0) lines.push(csvRows(rows));
  });
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        let isDone = false;
        while (!isDone && lines.length === 0) isDone = wallets.next().done === true;
        controller.enqueue(encoder.encode(lines.splice(0).join('')));
        if (isDone) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
