import type { HeldToken } from '#analytics/performance.ts';

/**
 * A fund worked out by hand, as its administrator would: what comes in buys units at the unit's price of that moment, what
 * goes out gives units back. The unit's price is then the time-weighted index. A token without a price is not in the fund yet.
 */
export function unitTrust(records: number, held: readonly HeldToken[]) {
  const unitPrice: number[] = [];
  const flow: number[] = [];
  let units = 0;
  let price = NaN;
  let flatRecords = 0;
  /** What is in the fund: amounts of tokens that have a price. */
  let fund = held.map(() => 0);
  for (let t = 0; t < records; t++) {
    const worth = (amounts: readonly number[]) =>
      amounts.reduce(
        (sum, amount, i) => sum + (amount === 0 ? 0 : amount * (held[i]?.prices[t] ?? NaN)),
        0,
      );
    const before = worth(fund);
    if (units > 0) price = before / units;
    else if (!Number.isNaN(price)) flatRecords += 1;
    fund = held.map(({ amounts, prices }) =>
      Number.isNaN(prices[t] ?? NaN) ? 0 : (amounts[t] ?? 0),
    );
    const after = worth(fund);
    if (Number.isNaN(price) && after > 0) price = 100;
    units = after === 0 ? 0 : after / price;
    unitPrice.push(price);
    flow.push(t === 0 ? 0 : after - before);
  }
  return { unitPrice, flow, flatRecords };
}
