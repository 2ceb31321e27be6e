import type { QueryOf } from '#contract/operation.ts';
import type { getBookShock } from '#contract/operations/shock.ts';
import type { NamedFall } from '#contract/shockText.ts';
import { formatTime } from '#contract/time.ts';
import { tokenNotFound } from '#platform/http/notFound.ts';
import { problem } from '#platform/http/problem.ts';
import type { RebalanceSource } from './rebalanceSource.ts';
import type { PastPrices } from './prices.ts';

export type ShockQuery = QueryOf<typeof getBookShock>;

/** The instants of a replay, in epoch milliseconds. */
export interface Replay {
  readonly from: number;
  readonly to: number;
}

/** Changes of prices that a request asks for: falls by token id, or a replay. */
export type Shock = { readonly falls: ReadonlyMap<string, number> } | { readonly replay: Replay };

export const isReplay = (shock: Shock): shock is { readonly replay: Replay } => 'replay' in shock;

const noTokens = 'The connected service does not report the tokens of this thematic.';

const invalid = (detail: string) => problem('invalid-query', detail);

/**
 * Returns what a request does to prices: a token named twice takes the larger fall. Throws 400 invalid-query or missing-parameter,
 * and 404 token-not-found or thematic-not-found.
 */
export async function requestedShock(
  { token, thematic, from, to }: ShockQuery,
  source: RebalanceSource,
  asOf: number,
  isToken: (id: string) => boolean,
): Promise<Shock> {
  const isFall = token.length + thematic.length > 0;
  if (from !== undefined || to !== undefined) {
    if (isFall) {
      throw invalid(
        'from and to replay past prices, so they do not go with token or thematic. Omit one of the two.',
      );
    }
    return { replay: requestedReplay(from, to, asOf) };
  }
  if (!isFall) {
    throw problem(
      'missing-parameter',
      'A shock is missing. Add token=ID:0.3 or thematic=ID:0.3 for a fall by 30 %, or from and to for a replay.',
    );
  }
  const falls = new Map<string, number>();
  const add = ({ id, fall }: NamedFall): void => {
    falls.set(id, Math.max(fall, falls.get(id) ?? fall));
  };
  for (const one of token) {
    if (!isToken(one.id)) throw tokenNotFound(one.id);
    add(one);
  }
  const tokensOf = async ({ id }: NamedFall) => {
    const targets = await source.targets(id);
    if (targets === null) throw problem('not-offered', noTokens);
    return targets.map((target) => target.token._id);
  };
  const constituents = await Promise.all(thematic.map(tokensOf));
  for (const [index, { fall }] of thematic.entries()) {
    for (const id of constituents[index] ?? []) add({ id, fall });
  }
  return { falls };
}

function requestedReplay(from: number | undefined, to = Number.NaN, asOf: number): Replay {
  if (from === undefined) throw invalid('to requires from, the start of the replay. Add from.');
  const replay = { from, to: Number.isNaN(to) ? asOf : to };
  for (const [name, at] of Object.entries(replay)) {
    if (at <= asOf) continue;
    throw invalid(
      `${name} is ${formatTime(at)}, which is after the as of, ${formatTime(asOf)}. Use an earlier time.`,
    );
  }
  if (replay.from < replay.to) return replay;
  throw invalid(`from (${formatTime(replay.from)}) must be before to (${formatTime(replay.to)}).`);
}

/** Returns the fall of a token between two instants: 1 − p(to) ÷ p(from); null without a price at either, or from a price of 0. */
export function fallBetween(prices: PastPrices, id: string, { from, to }: Replay): number | null {
  const [first = Number.NaN, last = Number.NaN] = prices.series(id, Float64Array.of(from, to));
  return first > 0 && !Number.isNaN(last) ? 1 - last / first : null;
}
