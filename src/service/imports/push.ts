import { durationText } from '#contract/duration.ts';
import { pointer, type ProblemFault } from '#contract/problem.ts';
import { resolutions, type PricePush, type Resolution } from '#contract/prices.ts';
import { parseTime } from '#contract/time.ts';
import { pushPrices } from '#contract/operations/prices.ts';
import { sentence } from '#platform/http/body.ts';
import { problem } from '#platform/http/problem.ts';
import type { TokenPrices } from '../prices/book.ts';
import { readCsv } from './csv.ts';
import { createFaults, quoted } from './importFaults.ts';
import { isPrice, latestAllowed, priceRule } from './fileTexts.ts';
import { createAllowance, importLimits, takeChunks } from './importLimits.ts';
import type { Market } from '../prices/market.ts';

const maxFaults = 100;
const bodyName = 'body';

/** The limit of a body applies to its unpacked size, too. */
const pushLimits = { ...importLimits, bytes: pushPrices.body.limit };

export interface PushContext {
  readonly market: Market;
  readonly now: number;
}

export function checkPush({ step, prices }: PricePush, context: PushContext): TokenPrices[] {
  const length = resolutions[step];
  const errors: ProblemFault[] = [];
  const byToken = new Map<string, Map<number, number>>();
  for (const [index, { token, at, price }] of prices.entries()) {
    const place = (key: string) => pointer(['prices', index, key]);
    const instant = parseTime(at);
    const ofToken = byToken.get(token) ?? new Map<number, number>();
    byToken.set(token, ofToken);
    const before = ofToken.get(instant) ?? price;
    ofToken.set(instant, price);
    if (context.market.token(token) === undefined) {
      errors.push({ pointer: place('token'), detail: unknownToken(token) });
    }
    const timeFault = instantFault(instant, length, context.now);
    if (timeFault !== null) errors.push({ pointer: place('at'), detail: `${at} ${timeFault}` });
    if (!isPrice(price)) {
      errors.push({ pointer: place('price'), detail: `${price} is not ${priceRule}` });
    } else if (before !== price) {
      const detail = `${quoted(token)} occurs twice at ${at}, as ${before} and as ${price}`;
      errors.push({ pointer: place('price'), detail });
    }
  }
  if (errors.length > 0) {
    throw problem('invalid-prices', sentence(errors), { errors: errors.slice(0, maxFaults) });
  }
  const columns = Array.from(byToken, ([tokenId, ofToken]) => {
    const ascending = [...ofToken].toSorted(([a], [b]) => a - b);
    return {
      tokenId,
      step: length,
      times: Float64Array.from(ascending, ([at]) => at),
      prices: Float64Array.from(ascending, ([, price]) => price),
    };
  });
  takeChunks(columns, createAllowance({ subject: 'push', limits: pushLimits }));
  return columns;
}

function instantFault(at: number, step: number, now: number): string | null {
  if (at % step !== 0) return `is not a whole multiple of ${durationText(step)}`;
  if (at < 0) return 'is before 1970';
  return at > latestAllowed(now) ? 'is in the future' : null;
}

function unknownToken(token: string): string {
  return `there is no token ${quoted(token)}; import a file with its prices first (npm run import -- FILE)`;
}

/**
 * Parses prices pushed as wide CSV, plain or gzipped, whose `time` is the open of the candle: 422 invalid-prices with
 * the line and column of each fault.
 * @param step the resolution; default: the smallest distance between two rows.
 */
export async function readPushedCsv(
  bytes: Uint8Array,
  { market, now }: PushContext,
  step?: Resolution,
): Promise<TokenPrices[]> {
  const faults = createFaults();
  const allowance = createAllowance({ subject: 'push', limits: pushLimits });
  const table = await readCsv({ name: bodyName, bytes }, faults, {
    now,
    allowance,
    ...(step === undefined ? {} : { step }),
  });
  if (table?.kind === 'thematics') {
    faults.add({ file: bodyName }, 'contains thematics; only prices can be pushed');
  }
  const columns = table?.kind === 'prices' ? table.columns : [];
  for (const { tokenId } of columns) {
    if (market.token(tokenId) === undefined) {
      faults.add({ file: bodyName, line: 1, column: tokenId }, unknownToken(tokenId));
    }
  }
  faults.check();
  takeChunks(columns, allowance);
  return [...columns];
}
