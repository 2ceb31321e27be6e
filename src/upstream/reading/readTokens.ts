import { isObject, type JsonObject } from '#contract/mergePatch.ts';
import {
  fieldOf,
  idIn,
  idNames,
  isFault,
  nameIn,
  numberIn,
  spelt,
  textIn,
  timeIn,
  type Findings,
  type KeyPath,
} from './findings.ts';
import { objectOf } from './lists.ts';
import type { ForeignConstituent, ForeignPosition, ForeignToken } from './read.ts';
import { readNumber } from './scalars.ts';
import { createSharing } from './sharing.ts';
import { product, quotient, totalFrom } from './totals.ts';

export const sharedToken = createSharing<ForeignToken>();

/**
 * Parses a token position. The interface does not show a token's fields. We support an object or a bare id, with the id under
 * `_id`, `id`, `customId`, `symbol` or `name`, and `symbol` or `ticker`, `name`, `price`, `priceAt`. A position without `token`
 * holds the token's fields itself. A missing total is amount × price. A missing price is total ÷ amount, unless the total is 0.
 * @returns null if there is no token, which is recorded.
 */
export function readPosition(
  value: unknown,
  path: KeyPath,
  findings: Findings,
): ForeignPosition | null {
  const row = rowWithToken(value, flatPositionIds, path, findings);
  if (row === null) return null;
  const amount = numberIn(findings, row.object, ['amount', 'quantity'], 'amount', path);
  const reported = numberIn(findings, row.object, ['total', 'value'], 'total', path);
  // A total of 0 may mean that the token has no price, so no price is derived from it.
  const isDerivable = row.token.price === null && reported !== 0;
  const derivedPrice = isDerivable ? quotient(reported, amount) : null;
  const price = row.token.price ?? derivedPrice;
  const token = sharedToken({ ...row.token, price, isPriceDerived: derivedPrice !== null });
  const parts = product(amount, row.token.price);
  const { total, isTotalDerived, differentTotal } = totalFrom(reported, parts);
  // There may be a million positions. An object without a spread takes a third less memory.
  return { token, amount, total, isTotalDerived, differentTotal };
}

const constituentNames = ['tokens', 'constituents'];
const weightNames = ['weight', 'percentage', 'allocation'];

/**
 * Parses the tokens of a thematic with their weights as fractions of 1. The interface does not show weights. We support `weight`,
 * `percentage` and `allocation`. Weights that sum to 1 (within 1 %) are fractions, and those that sum to 100 are percentages.
 * With any other sum, or with an incomplete sum over 1, the weights are not known.
 * @returns null if there are no tokens.
 */
export function readConstituents(
  thematic: JsonObject,
  path: KeyPath,
  findings: Findings,
): ForeignConstituent[] | null {
  const name = nameIn(thematic, constituentNames);
  if (name === undefined) return null;
  const rows = thematic[name];
  if (!Array.isArray(rows)) {
    findings.seen('list of tokens');
    findings.unread('list of tokens', 'not-a-list', [...path, name]);
    return null;
  }
  const constituents = rows.flatMap((value, index) => {
    const rowPath = [...path, name, index];
    const row = rowWithToken(value, tokenIds, rowPath, findings);
    if (row === null) return [];
    const weight = numberIn(findings, row.object, weightNames, 'weight', rowPath);
    return [{ token: row.token, weight }];
  });
  const unit = unitOf(constituents, constituents.length === rows.length);
  if (unit === 100) findings.shape('per-cent');
  if (unit !== null) {
    return constituents.map(({ token, weight }) => ({ token, weight: quotient(weight, unit) }));
  }
  findings.seen('list of weights');
  findings.unread('list of weights', 'weight-sum', [...path, name]);
  return constituents.map(({ token }) => ({ token, weight: null }));
}

/** Returns the sum of complete weights: 1, 100, or null for any other sum. */
function unitOf(constituents: readonly ForeignConstituent[], isComplete: boolean): 1 | 100 | null {
  const weights = constituents.flatMap(({ weight }) => (weight === null ? [] : [weight]));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const isNear = (unit: number) => Math.abs(sum - unit) <= unit / 100;
  if (isNear(1) || weights.length === 0) return 1;
  if (!isComplete || weights.length < constituents.length) return sum > 0 && sum < 1 ? 1 : null;
  return isNear(100) ? 100 : null;
}

/** Parses a row that has a token or is one itself, in which case its id is under `flatIds`. */
function rowWithToken(
  value: unknown,
  flatIds: readonly string[],
  path: KeyPath,
  findings: Findings,
): { readonly object: JsonObject; readonly token: ForeignToken } | null {
  findings.seen('position');
  const object = objectOf(value, findings, 'token');
  if (object === null) {
    findings.unread('position', 'no-object', path);
    return null;
  }
  const inside = fieldOf(object, 'token') ?? null;
  const token = inside === null ? object : objectOf(inside, findings, 'token');
  if (inside === null && isObject(value)) findings.shape('flat-tokens');
  const [ids, tokenPath] = inside === null ? [flatIds, path] : [tokenIds, [...path, 'token']];
  const id = token === null ? null : idIn(findings, token, ids, 'id', tokenPath);
  if (token === null || id === null) {
    findings.unread('position', 'without-token', path);
    return null;
  }
  const price =
    priceIn(token, tokenPath, findings) ??
    (token === object ? null : priceIn(object, path, findings));
  return {
    object,
    token: {
      id,
      symbol: textIn(token, ['symbol', 'ticker']),
      name: textIn(token, ['name']),
      price,
      isPriceDerived: false,
      priceAt: timeIn(findings, token, priceTimeNames, 'time', tokenPath),
    },
  };
}

/**
 * Parses a price: a number, or an object such as `{ usd, updatedAt }` or `{ value, currency }`. Such an object must have exactly
 * one number besides times, named after a currency or `price`, `value` or `amount`.
 */
function priceIn(object: JsonObject, path: KeyPath, findings: Findings): number | null {
  const price = fieldOf(object, 'price');
  if (!isObject(price)) return numberIn(findings, object, ['price'], 'price', path);
  const [name, ...others] = Object.keys(price).filter(
    (one) => !timeNames.has(one) && !isFault(readNumber(price[one], () => undefined)),
  );
  const isPrice = name !== undefined && others.length === 0 && priceNames.has(name.toUpperCase());
  if (!isPrice) return numberIn(findings, object, ['price'], 'price', path);
  findings.shape('price-objects');
  return numberIn(findings, price, [name], 'price', [...path, 'price']);
}

const priceNames = new Set([
  ...Intl.supportedValuesOf('currency'),
  'USDT',
  'USDC',
  'PRICE',
  'VALUE',
  'AMOUNT',
]);
const timeNames = new Set([
  ...spelt(['priceAt', 'updatedAt', 'createdAt', 'lastUpdated', 'lastUpdatedAt', 'asOf']),
  'at',
  'time',
  'timestamp',
  'date',
]);

const tokenIds = [...idNames, 'symbol', 'ticker', 'name'];
/** A position without a token object may have an id of its own. */
const flatPositionIds = [...spelt(['tokenId']), 'symbol', 'ticker', ...idNames, 'name'];
const priceTimeNames = spelt(['priceAt']);
