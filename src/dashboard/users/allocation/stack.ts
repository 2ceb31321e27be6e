import type { Wallet } from '#contract/wallet.ts';
import type { Span } from '../../chart/scene.ts';
import type { Category } from '../../portfolio/categories.ts';
import { recordsIn } from '../../portfolio/moved.ts';
import type { PositionColumns, WalletColumns } from '../../portfolio/userQueries.ts';
import { mergePositions } from '../../portfolio/mergePositions.ts';
import { categoryOf } from '../../portfolio/allocation.ts';

export interface Layer {
  /** Empty for all others combined. */
  readonly id: string;
  readonly name: string;
  readonly category: Category | undefined;
  readonly totals: Float64Array;
}

/** A user's parts over time (epoch ms), the largest first. `whole` is their sum, NaN if a part is not known. */
export interface Stack {
  readonly times: Float64Array;
  readonly layers: readonly Layer[];
  readonly whole: Float64Array;
}

/** Maximum number of parts with their own color and label. If there are more, the last layer combines the others. */
export const maxLayers = 8;

export function stackParts(times: Float64Array, parts: readonly Layer[], zoom: Span | null): Stack {
  const { begin, end } = recordsIn(times, zoom);
  const cut = parts.map((layer) => ({ ...layer, totals: layer.totals.subarray(begin, end) }));
  const lastOf = ({ totals }: Layer) => totals.findLast(Number.isFinite) ?? 0;
  const ordered = cut.toSorted((a, b) => lastOf(b) - lastOf(a));
  const named = ordered.slice(0, ordered.length > maxLayers ? maxLayers - 1 : maxLayers);
  const others = ordered.slice(named.length);
  const rest = {
    id: '',
    name: `${others.length} others`,
    category: undefined,
    totals: sumOfLayers(end - begin, others),
  };
  return {
    times: times.subarray(begin, end),
    layers: others.length === 0 ? named : [...named, rest],
    whole: sumOfLayers(end - begin, ordered),
  };
}

function sumOfLayers(length: number, layers: readonly Layer[]): Float64Array {
  const sum = new Float64Array(length);
  for (const { totals } of layers) {
    for (let i = 0; i < length; i += 1) sum[i] = (sum[i] ?? 0) + (totals[i] ?? 0);
  }
  return sum;
}

export function walletStack(
  { times, wallets }: WalletColumns,
  zoom: Span | null,
  nameOf: (thematicId: string) => string,
  categories: ReadonlyMap<string, Category>,
): Stack {
  const layers = wallets.map(({ thematics: id, totals }) => {
    return { id, name: nameOf(id), category: categories.get(id), totals };
  });
  return stackParts(times, layers, zoom);
}

/** A token has the color of the thematic that holds it, or none if it is in several wallets. */
export function tokenStack(
  { times, tokens }: PositionColumns,
  zoom: Span | null,
  wallets: readonly Wallet[],
  categories: ReadonlyMap<string, Category>,
): Stack {
  const held = new Map(mergePositions(wallets, 0).map(({ token, heldIn }) => [token._id, heldIn]));
  const layers = tokens.map(({ token, total }) => ({
    id: token._id,
    name: token.symbol,
    category: categoryOf({ heldIn: held.get(token._id) ?? [] }, { categories }),
    totals: Float64Array.from(total),
  }));
  return stackParts(times, layers, zoom);
}

/** Share of the total, 0..1; null if the total is zero or not known. */
export function shareAt({ whole }: Stack, layer: Layer, index: number): number | null {
  const all = whole[index] ?? 0;
  return all > 0 ? (layer.totals[index] ?? 0) / all : null;
}
