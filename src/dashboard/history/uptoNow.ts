/** The totals of a history that was read a while ago, with what the same is worth now as the last: that moves each tick, the others do not. */
export function uptoNow(totals: Float64Array, now: number): Float64Array {
  return totals.length === 0 ? totals : totals.with(totals.length - 1, now);
}
